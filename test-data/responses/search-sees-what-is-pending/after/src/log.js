// TODO: levels
export const log = console.log;

// TODO: split
export const a = 1;

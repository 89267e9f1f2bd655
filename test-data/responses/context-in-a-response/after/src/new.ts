export const fresh = 2;

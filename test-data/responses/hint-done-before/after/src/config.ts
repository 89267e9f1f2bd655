export const config = {
  retries: 5,
  timeout: 30_000,
  verbose: true,
};

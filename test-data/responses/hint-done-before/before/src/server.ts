import { config } from "./config";

export function start(port: number) {
  listen(port, { retries: config.retries });
}

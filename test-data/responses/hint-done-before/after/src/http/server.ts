import { config } from "./config";

export function serve(port: number) {
  listen(port, { retries: config.retries });
}

import { Svg } from "../svg";

export function CookieIcon() {
  return <Svg d="M50 2h2z" />;
}

import { Svg } from "../svg";

export function KeyIcon() {
  return <Svg d="M114 2h3z" />;
}

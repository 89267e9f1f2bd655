import { Svg } from "../svg";

export function AppleIcon() {
  return <Svg d="M2 2h3z" />;
}

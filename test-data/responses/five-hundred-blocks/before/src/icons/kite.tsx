import { Svg } from "../svg";

export function KiteIcon() {
  return <Svg d="M115 2h4z" />;
}

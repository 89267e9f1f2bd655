import { Svg } from "../svg";

export function HornIcon() {
  return <Svg d="M103 2h6z" />;
}

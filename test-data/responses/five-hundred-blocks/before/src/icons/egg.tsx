import { Svg } from "../svg";

export function EggIcon() {
  return <Svg d="M65 2h3z" />;
}

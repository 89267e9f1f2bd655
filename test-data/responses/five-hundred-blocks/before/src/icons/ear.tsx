import { Svg } from "../svg";

export function EarIcon() {
  return <Svg d="M64 2h2z" />;
}

import { Svg } from "../svg";

export function GateIcon() {
  return <Svg d="M82 2h6z" />;
}

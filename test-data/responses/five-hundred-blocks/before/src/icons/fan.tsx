import { Svg } from "../svg";

export function FanIcon() {
  return <Svg d="M68 2h6z" />;
}

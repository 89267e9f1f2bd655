import { Svg } from "../svg";

export function IronIcon() {
  return <Svg d="M108 2h4z" />;
}

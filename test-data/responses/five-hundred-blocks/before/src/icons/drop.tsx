import { Svg } from "../svg";

export function DropIcon() {
  return <Svg d="M61 2h6z" />;
}

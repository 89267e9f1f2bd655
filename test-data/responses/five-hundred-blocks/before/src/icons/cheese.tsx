import { Svg } from "../svg";

export function CheeseIcon() {
  return <Svg d="M40 2h6z" />;
}

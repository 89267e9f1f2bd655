import { Svg } from "../svg";

export function Cheese({ size = 16 }) {
  return <Svg size={size} d="M40 2h6z" />;
}

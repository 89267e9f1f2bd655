import { Svg } from "../svg";

export function Cube({ size = 16 }) {
  return <Svg size={size} d="M54 2h6z" />;
}

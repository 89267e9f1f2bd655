import { Svg } from "../svg";

export function Lake({ size = 16 }) {
  return <Svg size={size} d="M117 2h6z" />;
}

import { Svg } from "../svg";

export function Gate({ size = 16 }) {
  return <Svg size={size} d="M82 2h6z" />;
}

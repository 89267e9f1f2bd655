import { Svg } from "../svg";

export function Car({ size = 16 }) {
  return <Svg size={size} d="M33 2h6z" />;
}

import { Svg } from "../svg";

export function Brick({ size = 16 }) {
  return <Svg size={size} d="M22 2h2z" />;
}

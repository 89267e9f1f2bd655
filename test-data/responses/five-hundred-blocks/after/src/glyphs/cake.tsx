import { Svg } from "../svg";

export function Cake({ size = 16 }) {
  return <Svg size={size} d="M30 2h3z" />;
}

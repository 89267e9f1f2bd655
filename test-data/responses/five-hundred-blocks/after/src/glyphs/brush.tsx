import { Svg } from "../svg";

export function Brush({ size = 16 }) {
  return <Svg size={size} d="M23 2h3z" />;
}

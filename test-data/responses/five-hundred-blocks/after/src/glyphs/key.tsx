import { Svg } from "../svg";

export function Key({ size = 16 }) {
  return <Svg size={size} d="M114 2h3z" />;
}

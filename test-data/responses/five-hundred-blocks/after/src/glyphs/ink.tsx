import { Svg } from "../svg";

export function Ink({ size = 16 }) {
  return <Svg size={size} d="M107 2h3z" />;
}

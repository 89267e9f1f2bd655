import { Svg } from "../svg";

export function Kite({ size = 16 }) {
  return <Svg size={size} d="M115 2h4z" />;
}

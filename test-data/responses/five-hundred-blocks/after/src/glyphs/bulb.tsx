import { Svg } from "../svg";

export function Bulb({ size = 16 }) {
  return <Svg size={size} d="M26 2h6z" />;
}

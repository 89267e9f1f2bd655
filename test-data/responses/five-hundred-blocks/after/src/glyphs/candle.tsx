import { Svg } from "../svg";

export function Candle({ size = 16 }) {
  return <Svg size={size} d="M32 2h5z" />;
}

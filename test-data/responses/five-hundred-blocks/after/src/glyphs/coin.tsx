import { Svg } from "../svg";

export function Coin({ size = 16 }) {
  return <Svg size={size} d="M48 2h7z" />;
}

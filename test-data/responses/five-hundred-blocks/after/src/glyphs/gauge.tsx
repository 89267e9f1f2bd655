import { Svg } from "../svg";

export function Gauge({ size = 16 }) {
  return <Svg size={size} d="M83 2h7z" />;
}

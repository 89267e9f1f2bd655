import { Svg } from "../svg";

export function Grape({ size = 16 }) {
  return <Svg size={size} d="M92 2h2z" />;
}

import { Svg } from "../svg";

export function Balloon({ size = 16 }) {
  return <Svg size={size} d="M8 2h2z" />;
}

import { Svg } from "../svg";

export function Cat({ size = 16 }) {
  return <Svg size={size} d="M36 2h2z" />;
}

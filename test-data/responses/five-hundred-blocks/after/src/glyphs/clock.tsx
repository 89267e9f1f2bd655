import { Svg } from "../svg";

export function Clock({ size = 16 }) {
  return <Svg size={size} d="M43 2h2z" />;
}

import { Svg } from "../svg";

export function Cookie({ size = 16 }) {
  return <Svg size={size} d="M50 2h2z" />;
}

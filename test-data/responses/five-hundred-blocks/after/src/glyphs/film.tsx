import { Svg } from "../svg";

export function Film({ size = 16 }) {
  return <Svg size={size} d="M72 2h3z" />;
}

import { Svg } from "../svg";

export function Gem({ size = 16 }) {
  return <Svg size={size} d="M85 2h2z" />;
}

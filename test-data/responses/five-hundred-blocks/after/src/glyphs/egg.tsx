import { Svg } from "../svg";

export function Egg({ size = 16 }) {
  return <Svg size={size} d="M65 2h3z" />;
}

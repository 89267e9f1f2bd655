import { Svg } from "../svg";

export function Leaf({ size = 16 }) {
  return <Svg size={size} d="M119 2h1z" />;
}

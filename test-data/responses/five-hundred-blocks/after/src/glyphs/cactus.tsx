import { Svg } from "../svg";

export function Cactus({ size = 16 }) {
  return <Svg size={size} d="M29 2h2z" />;
}

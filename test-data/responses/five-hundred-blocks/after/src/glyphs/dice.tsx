import { Svg } from "../svg";

export function Dice({ size = 16 }) {
  return <Svg size={size} d="M56 2h1z" />;
}

import { Svg } from "../svg";

export function Bag({ size = 16 }) {
  return <Svg size={size} d="M7 2h1z" />;
}

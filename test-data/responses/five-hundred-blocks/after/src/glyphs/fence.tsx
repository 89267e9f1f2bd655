import { Svg } from "../svg";

export function Fence({ size = 16 }) {
  return <Svg size={size} d="M70 2h1z" />;
}

import { Svg } from "../svg";

export function Bread({ size = 16 }) {
  return <Svg size={size} d="M21 2h1z" />;
}

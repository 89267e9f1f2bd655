import { Svg } from "../svg";

export function Gear({ size = 16 }) {
  return <Svg size={size} d="M84 2h1z" />;
}

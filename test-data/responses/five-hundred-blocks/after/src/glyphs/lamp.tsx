import { Svg } from "../svg";

export function Lamp({ size = 16 }) {
  return <Svg size={size} d="M118 2h7z" />;
}

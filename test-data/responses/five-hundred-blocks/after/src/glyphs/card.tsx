import { Svg } from "../svg";

export function Card({ size = 16 }) {
  return <Svg size={size} d="M34 2h7z" />;
}

import { Svg } from "../svg";

export function Drum({ size = 16 }) {
  return <Svg size={size} d="M62 2h7z" />;
}

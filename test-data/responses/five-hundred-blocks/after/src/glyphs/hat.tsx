import { Svg } from "../svg";

export function Hat({ size = 16 }) {
  return <Svg size={size} d="M97 2h7z" />;
}

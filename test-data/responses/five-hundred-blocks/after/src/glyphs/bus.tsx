import { Svg } from "../svg";

export function Bus({ size = 16 }) {
  return <Svg size={size} d="M27 2h7z" />;
}

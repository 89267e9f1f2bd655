import { Svg } from "../svg";

export function Cup({ size = 16 }) {
  return <Svg size={size} d="M55 2h7z" />;
}

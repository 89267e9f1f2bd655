import { Svg } from "../svg";

export function Badge({ size = 16 }) {
  return <Svg size={size} d="M6 2h7z" />;
}

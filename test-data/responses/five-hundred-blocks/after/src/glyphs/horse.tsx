import { Svg } from "../svg";

export function Horse({ size = 16 }) {
  return <Svg size={size} d="M104 2h7z" />;
}

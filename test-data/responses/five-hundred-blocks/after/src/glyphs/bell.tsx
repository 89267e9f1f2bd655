import { Svg } from "../svg";

export function Bell({ size = 16 }) {
  return <Svg size={size} d="M13 2h7z" />;
}

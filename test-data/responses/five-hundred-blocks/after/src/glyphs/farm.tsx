import { Svg } from "../svg";

export function Farm({ size = 16 }) {
  return <Svg size={size} d="M69 2h7z" />;
}

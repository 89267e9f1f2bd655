import { Svg } from "../svg";

export function Jar({ size = 16 }) {
  return <Svg size={size} d="M111 2h7z" />;
}

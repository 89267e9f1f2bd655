import { Svg } from "../svg";

export function Circle({ size = 16 }) {
  return <Svg size={size} d="M41 2h7z" />;
}

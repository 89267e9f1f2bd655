import { Svg } from "../svg";

export function Flask({ size = 16 }) {
  return <Svg size={size} d="M76 2h7z" />;
}

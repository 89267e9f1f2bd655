import { Svg } from "../svg";

export function Bank({ size = 16 }) {
  return <Svg size={size} d="M9 2h3z" />;
}

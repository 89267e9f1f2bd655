import { Svg } from "../svg";

export function Frame({ size = 16 }) {
  return <Svg size={size} d="M80 2h4z" />;
}

import { Svg } from "../svg";

export function Copy({ size = 16 }) {
  return <Svg size={size} d="M51 2h3z" />;
}

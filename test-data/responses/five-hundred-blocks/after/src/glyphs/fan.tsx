import { Svg } from "../svg";

export function Fan({ size = 16 }) {
  return <Svg size={size} d="M68 2h6z" />;
}

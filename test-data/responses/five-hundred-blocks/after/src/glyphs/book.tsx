import { Svg } from "../svg";

export function Book({ size = 16 }) {
  return <Svg size={size} d="M17 2h4z" />;
}

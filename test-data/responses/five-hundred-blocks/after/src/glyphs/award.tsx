import { Svg } from "../svg";

export function Award({ size = 16 }) {
  return <Svg size={size} d="M5 2h6z" />;
}

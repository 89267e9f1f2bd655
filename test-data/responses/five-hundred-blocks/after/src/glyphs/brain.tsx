import { Svg } from "../svg";

export function Brain({ size = 16 }) {
  return <Svg size={size} d="M19 2h6z" />;
}

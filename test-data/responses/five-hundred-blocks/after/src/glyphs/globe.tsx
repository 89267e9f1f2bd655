import { Svg } from "../svg";

export function Globe({ size = 16 }) {
  return <Svg size={size} d="M89 2h6z" />;
}

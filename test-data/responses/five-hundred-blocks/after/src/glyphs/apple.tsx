import { Svg } from "../svg";

export function Apple({ size = 16 }) {
  return <Svg size={size} d="M2 2h3z" />;
}

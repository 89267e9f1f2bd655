import { Svg } from "../svg";

export function Hill({ size = 16 }) {
  return <Svg size={size} d="M100 2h3z" />;
}

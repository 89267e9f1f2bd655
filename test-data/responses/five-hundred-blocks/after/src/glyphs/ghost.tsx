import { Svg } from "../svg";

export function Ghost({ size = 16 }) {
  return <Svg size={size} d="M86 2h3z" />;
}

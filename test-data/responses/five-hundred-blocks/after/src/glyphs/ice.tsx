import { Svg } from "../svg";

export function Ice({ size = 16 }) {
  return <Svg size={size} d="M106 2h2z" />;
}

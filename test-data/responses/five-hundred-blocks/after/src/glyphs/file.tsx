import { Svg } from "../svg";

export function File({ size = 16 }) {
  return <Svg size={size} d="M71 2h2z" />;
}

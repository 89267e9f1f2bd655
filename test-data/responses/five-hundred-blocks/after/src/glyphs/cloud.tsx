import { Svg } from "../svg";

export function Cloud({ size = 16 }) {
  return <Svg size={size} d="M44 2h3z" />;
}

import { Svg } from "../svg";

export function Camera({ size = 16 }) {
  return <Svg size={size} d="M31 2h4z" />;
}

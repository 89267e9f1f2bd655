import { Svg } from "../svg";

export function Bone({ size = 16 }) {
  return <Svg size={size} d="M16 2h3z" />;
}

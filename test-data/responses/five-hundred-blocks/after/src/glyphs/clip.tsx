import { Svg } from "../svg";

export function Clip({ size = 16 }) {
  return <Svg size={size} d="M42 2h1z" />;
}

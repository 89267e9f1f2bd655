import { Svg } from "../svg";

export function Hook({ size = 16 }) {
  return <Svg size={size} d="M102 2h5z" />;
}

import { Svg } from "../svg";

export function Box({ size = 16 }) {
  return <Svg size={size} d="M18 2h5z" />;
}

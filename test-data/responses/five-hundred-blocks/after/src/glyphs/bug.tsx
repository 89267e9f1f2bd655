import { Svg } from "../svg";

export function Bug({ size = 16 }) {
  return <Svg size={size} d="M25 2h5z" />;
}

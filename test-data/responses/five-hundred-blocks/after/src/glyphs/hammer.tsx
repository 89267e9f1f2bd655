import { Svg } from "../svg";

export function Hammer({ size = 16 }) {
  return <Svg size={size} d="M95 2h5z" />;
}

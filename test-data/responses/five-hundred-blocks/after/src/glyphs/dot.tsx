import { Svg } from "../svg";

export function Dot({ size = 16 }) {
  return <Svg size={size} d="M60 2h5z" />;
}

import { Svg } from "../svg";

export function Frog({ size = 16 }) {
  return <Svg size={size} d="M81 2h5z" />;
}

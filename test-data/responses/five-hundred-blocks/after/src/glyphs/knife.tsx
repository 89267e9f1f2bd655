import { Svg } from "../svg";

export function Knife({ size = 16 }) {
  return <Svg size={size} d="M116 2h5z" />;
}

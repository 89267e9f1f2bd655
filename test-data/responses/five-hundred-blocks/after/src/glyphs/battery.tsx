import { Svg } from "../svg";

export function Battery({ size = 16 }) {
  return <Svg size={size} d="M11 2h5z" />;
}

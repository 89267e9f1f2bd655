import { Svg } from "../svg";

export function Code({ size = 16 }) {
  return <Svg size={size} d="M46 2h5z" />;
}

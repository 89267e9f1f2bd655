import { Svg } from "../svg";

export function Check({ size = 16 }) {
  return <Svg size={size} d="M39 2h5z" />;
}

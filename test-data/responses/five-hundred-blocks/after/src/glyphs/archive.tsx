import { Svg } from "../svg";

export function Archive({ size = 16 }) {
  return <Svg size={size} d="M3 2h4z" />;
}

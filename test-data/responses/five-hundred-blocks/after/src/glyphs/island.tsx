import { Svg } from "../svg";

export function Island({ size = 16 }) {
  return <Svg size={size} d="M109 2h5z" />;
}

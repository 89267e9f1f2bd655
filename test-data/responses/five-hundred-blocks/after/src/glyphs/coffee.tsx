import { Svg } from "../svg";

export function Coffee({ size = 16 }) {
  return <Svg size={size} d="M47 2h6z" />;
}

import { Svg } from "../svg";

export function House({ size = 16 }) {
  return <Svg size={size} d="M105 2h1z" />;
}

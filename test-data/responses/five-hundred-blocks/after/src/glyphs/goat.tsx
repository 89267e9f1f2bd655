import { Svg } from "../svg";

export function Goat({ size = 16 }) {
  return <Svg size={size} d="M91 2h1z" />;
}

import { Svg } from "../svg";

export function Flower({ size = 16 }) {
  return <Svg size={size} d="M77 2h1z" />;
}

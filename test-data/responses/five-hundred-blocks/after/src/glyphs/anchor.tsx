import { Svg } from "../svg";

export function Anchor({ size = 16 }) {
  return <Svg size={size} d="M1 2h2z" />;
}

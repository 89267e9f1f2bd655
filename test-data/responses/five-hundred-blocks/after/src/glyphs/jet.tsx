import { Svg } from "../svg";

export function Jet({ size = 16 }) {
  return <Svg size={size} d="M112 2h1z" />;
}

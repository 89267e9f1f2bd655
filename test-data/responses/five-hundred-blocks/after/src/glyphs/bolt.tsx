import { Svg } from "../svg";

export function Bolt({ size = 16 }) {
  return <Svg size={size} d="M15 2h2z" />;
}

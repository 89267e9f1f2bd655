import { Svg } from "../svg";

export function Alarm({ size = 16 }) {
  return <Svg size={size} d="M0 2h1z" />;
}

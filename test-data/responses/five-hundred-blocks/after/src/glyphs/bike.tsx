import { Svg } from "../svg";

export function Bike({ size = 16 }) {
  return <Svg size={size} d="M14 2h1z" />;
}

import { Svg } from "../svg";

export function Cone({ size = 16 }) {
  return <Svg size={size} d="M49 2h1z" />;
}

import { Svg } from "../svg";

export function Cable({ size = 16 }) {
  return <Svg size={size} d="M28 2h1z" />;
}

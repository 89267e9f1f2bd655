import { Svg } from "../svg";

export function Guitar({ size = 16 }) {
  return <Svg size={size} d="M94 2h4z" />;
}

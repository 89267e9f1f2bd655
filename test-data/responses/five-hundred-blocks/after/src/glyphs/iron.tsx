import { Svg } from "../svg";

export function Iron({ size = 16 }) {
  return <Svg size={size} d="M108 2h4z" />;
}

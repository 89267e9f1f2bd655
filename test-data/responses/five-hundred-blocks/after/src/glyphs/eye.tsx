import { Svg } from "../svg";

export function Eye({ size = 16 }) {
  return <Svg size={size} d="M66 2h4z" />;
}

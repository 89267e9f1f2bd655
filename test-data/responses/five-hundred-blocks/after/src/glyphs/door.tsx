import { Svg } from "../svg";

export function Door({ size = 16 }) {
  return <Svg size={size} d="M59 2h4z" />;
}

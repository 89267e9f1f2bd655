import { Svg } from "../svg";

export function Horn({ size = 16 }) {
  return <Svg size={size} d="M103 2h6z" />;
}

import { Svg } from "../svg";

export function Fork({ size = 16 }) {
  return <Svg size={size} d="M79 2h3z" />;
}

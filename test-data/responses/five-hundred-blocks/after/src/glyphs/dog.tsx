import { Svg } from "../svg";

export function Dog({ size = 16 }) {
  return <Svg size={size} d="M58 2h3z" />;
}

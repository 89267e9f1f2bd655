import { Svg } from "../svg";

export function Jacket({ size = 16 }) {
  return <Svg size={size} d="M110 2h6z" />;
}

import { Svg } from "../svg";

export function Basket({ size = 16 }) {
  return <Svg size={size} d="M10 2h4z" />;
}

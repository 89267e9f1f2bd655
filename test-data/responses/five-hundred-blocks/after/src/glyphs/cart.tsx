import { Svg } from "../svg";

export function Cart({ size = 16 }) {
  return <Svg size={size} d="M35 2h1z" />;
}

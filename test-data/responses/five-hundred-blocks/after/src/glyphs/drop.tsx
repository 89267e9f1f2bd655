import { Svg } from "../svg";

export function Drop({ size = 16 }) {
  return <Svg size={size} d="M61 2h6z" />;
}

import { Svg } from "../svg";

export function Branch({ size = 16 }) {
  return <Svg size={size} d="M20 2h7z" />;
}

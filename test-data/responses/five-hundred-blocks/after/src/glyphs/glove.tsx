import { Svg } from "../svg";

export function Glove({ size = 16 }) {
  return <Svg size={size} d="M90 2h7z" />;
}

import { Svg } from "../svg";

export function Gift({ size = 16 }) {
  return <Svg size={size} d="M87 2h4z" />;
}

import { Svg } from "../svg";

export function Ear({ size = 16 }) {
  return <Svg size={size} d="M64 2h2z" />;
}

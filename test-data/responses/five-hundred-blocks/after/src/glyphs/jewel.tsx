import { Svg } from "../svg";

export function Jewel({ size = 16 }) {
  return <Svg size={size} d="M113 2h2z" />;
}

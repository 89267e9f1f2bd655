import { Svg } from "../svg";

export function Bucket({ size = 16 }) {
  return <Svg size={size} d="M24 2h4z" />;
}

import { Svg } from "../svg";

export function Chair({ size = 16 }) {
  return <Svg size={size} d="M37 2h3z" />;
}

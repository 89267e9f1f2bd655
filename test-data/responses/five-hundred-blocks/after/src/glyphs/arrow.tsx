import { Svg } from "../svg";

export function Arrow({ size = 16 }) {
  return <Svg size={size} d="M4 2h5z" />;
}

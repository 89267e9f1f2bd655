import { Svg } from "../svg";

export function Face({ size = 16 }) {
  return <Svg size={size} d="M67 2h5z" />;
}

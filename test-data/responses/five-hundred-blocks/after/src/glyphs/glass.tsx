import { Svg } from "../svg";

export function Glass({ size = 16 }) {
  return <Svg size={size} d="M88 2h5z" />;
}

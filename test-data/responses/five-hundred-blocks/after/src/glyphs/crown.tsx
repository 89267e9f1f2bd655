import { Svg } from "../svg";

export function Crown({ size = 16 }) {
  return <Svg size={size} d="M53 2h5z" />;
}

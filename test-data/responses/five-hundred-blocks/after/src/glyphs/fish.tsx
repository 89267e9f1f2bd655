import { Svg } from "../svg";

export function Fish({ size = 16 }) {
  return <Svg size={size} d="M74 2h5z" />;
}

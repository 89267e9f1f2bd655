import { Svg } from "../svg";

export function Heart({ size = 16 }) {
  return <Svg size={size} d="M98 2h1z" />;
}

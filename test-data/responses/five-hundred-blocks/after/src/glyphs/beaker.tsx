import { Svg } from "../svg";

export function Beaker({ size = 16 }) {
  return <Svg size={size} d="M12 2h6z" />;
}

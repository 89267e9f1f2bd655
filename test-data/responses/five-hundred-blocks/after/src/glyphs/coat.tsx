import { Svg } from "../svg";

export function Coat({ size = 16 }) {
  return <Svg size={size} d="M45 2h4z" />;
}

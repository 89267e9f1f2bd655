import { Svg } from "../svg";

export function Hand({ size = 16 }) {
  return <Svg size={size} d="M96 2h6z" />;
}

import { Svg } from "../svg";

export function Fire({ size = 16 }) {
  return <Svg size={size} d="M73 2h4z" />;
}

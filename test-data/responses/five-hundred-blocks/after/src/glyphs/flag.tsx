import { Svg } from "../svg";

export function Flag({ size = 16 }) {
  return <Svg size={size} d="M75 2h6z" />;
}

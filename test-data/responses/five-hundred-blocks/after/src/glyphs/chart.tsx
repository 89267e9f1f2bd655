import { Svg } from "../svg";

export function Chart({ size = 16 }) {
  return <Svg size={size} d="M38 2h4z" />;
}

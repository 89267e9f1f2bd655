import { Svg } from "../svg";

export function ChartIcon() {
  return <Svg d="M38 2h4z" />;
}

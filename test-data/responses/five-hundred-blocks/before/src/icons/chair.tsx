import { Svg } from "../svg";

export function ChairIcon() {
  return <Svg d="M37 2h3z" />;
}

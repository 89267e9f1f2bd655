import { Svg } from "../svg";

export function LeafIcon() {
  return <Svg d="M119 2h1z" />;
}

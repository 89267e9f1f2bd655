import { Svg } from "../svg";

export function BrushIcon() {
  return <Svg d="M23 2h3z" />;
}

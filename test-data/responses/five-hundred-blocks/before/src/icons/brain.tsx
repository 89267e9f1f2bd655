import { Svg } from "../svg";

export function BrainIcon() {
  return <Svg d="M19 2h6z" />;
}

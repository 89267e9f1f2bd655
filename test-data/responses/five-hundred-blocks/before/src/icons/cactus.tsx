import { Svg } from "../svg";

export function CactusIcon() {
  return <Svg d="M29 2h2z" />;
}

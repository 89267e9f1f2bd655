import { Svg } from "../svg";

export function DiceIcon() {
  return <Svg d="M56 2h1z" />;
}

import { Svg } from "../svg";

export function HammerIcon() {
  return <Svg d="M95 2h5z" />;
}

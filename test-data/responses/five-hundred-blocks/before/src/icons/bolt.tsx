import { Svg } from "../svg";

export function BoltIcon() {
  return <Svg d="M15 2h2z" />;
}

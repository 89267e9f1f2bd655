import { Svg } from "../svg";

export function GhostIcon() {
  return <Svg d="M86 2h3z" />;
}

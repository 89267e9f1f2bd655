import { Svg } from "../svg";

export function GrapeIcon() {
  return <Svg d="M92 2h2z" />;
}

import { Svg } from "../svg";

export function ArchiveIcon() {
  return <Svg d="M3 2h4z" />;
}

import { Svg } from "../svg";

export function DiskIcon() {
  return <Svg d="M57 2h2z" />;
}

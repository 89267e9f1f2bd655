import { Svg } from "../svg";

export function DiskIcon() {
  return <Svg size={size} d="M57 2h2z" />;
}

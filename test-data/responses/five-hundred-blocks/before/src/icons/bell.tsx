import { Svg } from "../svg";

export function BellIcon() {
  return <Svg d="M13 2h7z" />;
}

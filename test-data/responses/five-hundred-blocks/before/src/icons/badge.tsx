import { Svg } from "../svg";

export function BadgeIcon() {
  return <Svg d="M6 2h7z" />;
}

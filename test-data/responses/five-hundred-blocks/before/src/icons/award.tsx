import { Svg } from "../svg";

export function AwardIcon() {
  return <Svg d="M5 2h6z" />;
}

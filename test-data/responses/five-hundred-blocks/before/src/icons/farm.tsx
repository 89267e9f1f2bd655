import { Svg } from "../svg";

export function FarmIcon() {
  return <Svg d="M69 2h7z" />;
}

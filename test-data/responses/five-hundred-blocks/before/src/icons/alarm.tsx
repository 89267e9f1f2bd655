import { Svg } from "../svg";

export function AlarmIcon() {
  return <Svg d="M0 2h1z" />;
}

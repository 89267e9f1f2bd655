import { Svg } from "../svg";

export function ClockIcon() {
  return <Svg d="M43 2h2z" />;
}

import { Svg } from "../svg";

export function GaugeIcon() {
  return <Svg d="M83 2h7z" />;
}

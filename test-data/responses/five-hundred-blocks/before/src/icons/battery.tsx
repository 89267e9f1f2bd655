import { Svg } from "../svg";

export function BatteryIcon() {
  return <Svg d="M11 2h5z" />;
}

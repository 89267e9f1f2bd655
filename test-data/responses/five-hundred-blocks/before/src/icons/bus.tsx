import { Svg } from "../svg";

export function BusIcon() {
  return <Svg d="M27 2h7z" />;
}

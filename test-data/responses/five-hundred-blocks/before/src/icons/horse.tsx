import { Svg } from "../svg";

export function HorseIcon() {
  return <Svg d="M104 2h7z" />;
}

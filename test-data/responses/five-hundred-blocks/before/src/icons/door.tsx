import { Svg } from "../svg";

export function DoorIcon() {
  return <Svg d="M59 2h4z" />;
}

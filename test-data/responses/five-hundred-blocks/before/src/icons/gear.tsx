import { Svg } from "../svg";

export function GearIcon() {
  return <Svg d="M84 2h1z" />;
}

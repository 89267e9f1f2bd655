import { Svg } from "../svg";

export function JewelIcon() {
  return <Svg d="M113 2h2z" />;
}

import { Svg } from "../svg";

export function IslandIcon() {
  return <Svg d="M109 2h5z" />;
}

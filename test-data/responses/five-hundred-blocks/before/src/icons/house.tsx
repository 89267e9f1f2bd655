import { Svg } from "../svg";

export function HouseIcon() {
  return <Svg d="M105 2h1z" />;
}

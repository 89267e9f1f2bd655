import { Svg } from "../svg";

export function BikeIcon() {
  return <Svg d="M14 2h1z" />;
}

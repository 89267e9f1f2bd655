import { Svg } from "../svg";

export function CableIcon() {
  return <Svg d="M28 2h1z" />;
}

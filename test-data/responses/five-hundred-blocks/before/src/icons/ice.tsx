import { Svg } from "../svg";

export function IceIcon() {
  return <Svg d="M106 2h2z" />;
}

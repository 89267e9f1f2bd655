import { Svg } from "../svg";

export function GrassIcon() {
  return <Svg d="M93 2h3z" />;
}

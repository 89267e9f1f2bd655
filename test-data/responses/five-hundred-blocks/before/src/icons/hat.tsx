import { Svg } from "../svg";

export function HatIcon() {
  return <Svg d="M97 2h7z" />;
}

import { Svg } from "../svg";

export function GloveIcon() {
  return <Svg d="M90 2h7z" />;
}

import { Svg } from "../svg";

export function CupIcon() {
  return <Svg d="M55 2h7z" />;
}

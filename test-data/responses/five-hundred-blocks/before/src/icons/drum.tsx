import { Svg } from "../svg";

export function DrumIcon() {
  return <Svg d="M62 2h7z" />;
}

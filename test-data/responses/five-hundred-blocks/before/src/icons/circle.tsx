import { Svg } from "../svg";

export function CircleIcon() {
  return <Svg d="M41 2h7z" />;
}

import { Svg } from "../svg";

export function CardIcon() {
  return <Svg d="M34 2h7z" />;
}

import { Svg } from "../svg";

export function LampIcon() {
  return <Svg d="M118 2h7z" />;
}

import { Svg } from "../svg";

export function CopyIcon() {
  return <Svg d="M51 2h3z" />;
}

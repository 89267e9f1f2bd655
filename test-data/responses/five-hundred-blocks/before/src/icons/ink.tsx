import { Svg } from "../svg";

export function InkIcon() {
  return <Svg d="M107 2h3z" />;
}

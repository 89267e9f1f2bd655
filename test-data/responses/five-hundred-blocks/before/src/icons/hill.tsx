import { Svg } from "../svg";

export function HillIcon() {
  return <Svg d="M100 2h3z" />;
}

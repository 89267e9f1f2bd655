import { Svg } from "../svg";

export function CloudIcon() {
  return <Svg d="M44 2h3z" />;
}

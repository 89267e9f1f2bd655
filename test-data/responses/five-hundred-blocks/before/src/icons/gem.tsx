import { Svg } from "../svg";

export function GemIcon() {
  return <Svg d="M85 2h2z" />;
}

import { Svg } from "../svg";

export function BrickIcon() {
  return <Svg d="M22 2h2z" />;
}

import { Svg } from "../svg";

export function BalloonIcon() {
  return <Svg d="M8 2h2z" />;
}

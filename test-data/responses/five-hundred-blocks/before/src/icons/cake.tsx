import { Svg } from "../svg";

export function CakeIcon() {
  return <Svg d="M30 2h3z" />;
}

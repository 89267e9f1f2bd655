import { Svg } from "../svg";

export function ForkIcon() {
  return <Svg d="M79 2h3z" />;
}

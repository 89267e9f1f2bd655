import { Svg } from "../svg";

export function FireIcon() {
  return <Svg d="M73 2h4z" />;
}

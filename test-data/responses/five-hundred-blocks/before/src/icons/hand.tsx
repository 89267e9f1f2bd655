import { Svg } from "../svg";

export function HandIcon() {
  return <Svg d="M96 2h6z" />;
}

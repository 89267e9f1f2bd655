import { Svg } from "../svg";

export function BookIcon() {
  return <Svg d="M17 2h4z" />;
}

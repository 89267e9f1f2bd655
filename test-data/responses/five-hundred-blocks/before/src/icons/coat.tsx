import { Svg } from "../svg";

export function CoatIcon() {
  return <Svg d="M45 2h4z" />;
}

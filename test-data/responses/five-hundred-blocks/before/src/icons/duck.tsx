import { Svg } from "../svg";

export function DuckIcon() {
  return <Svg d="M63 2h1z" />;
}

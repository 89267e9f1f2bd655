import { Svg } from "../svg";

export function CatIcon() {
  return <Svg d="M36 2h2z" />;
}

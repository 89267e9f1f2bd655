import { Svg } from "../svg";

export function FileIcon() {
  return <Svg d="M71 2h2z" />;
}

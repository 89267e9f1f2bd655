import { Svg } from "../svg";

export function ClipIcon() {
  return <Svg d="M42 2h1z" />;
}

import { Svg } from "../svg";

export function GoatIcon() {
  return <Svg d="M91 2h1z" />;
}

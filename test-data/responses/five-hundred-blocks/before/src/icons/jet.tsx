import { Svg } from "../svg";

export function JetIcon() {
  return <Svg d="M112 2h1z" />;
}

import { Svg } from "../svg";

export function AnchorIcon() {
  return <Svg d="M1 2h2z" />;
}

import { Svg } from "../svg";

export function LakeIcon() {
  return <Svg d="M117 2h6z" />;
}

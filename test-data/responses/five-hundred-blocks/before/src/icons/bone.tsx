import { Svg } from "../svg";

export function BoneIcon() {
  return <Svg d="M16 2h3z" />;
}

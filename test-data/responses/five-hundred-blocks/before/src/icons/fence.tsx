import { Svg } from "../svg";

export function FenceIcon() {
  return <Svg d="M70 2h1z" />;
}

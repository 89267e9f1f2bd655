import { Svg } from "../svg";

export function CubeIcon() {
  return <Svg d="M54 2h6z" />;
}

import { Svg } from "../svg";

export function BoxIcon() {
  return <Svg d="M18 2h5z" />;
}

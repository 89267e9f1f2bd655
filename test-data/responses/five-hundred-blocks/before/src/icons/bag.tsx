import { Svg } from "../svg";

export function BagIcon() {
  return <Svg d="M7 2h1z" />;
}

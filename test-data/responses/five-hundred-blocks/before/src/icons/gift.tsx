import { Svg } from "../svg";

export function GiftIcon() {
  return <Svg d="M87 2h4z" />;
}

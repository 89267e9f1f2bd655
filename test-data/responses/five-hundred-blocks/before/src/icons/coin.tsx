import { Svg } from "../svg";

export function CoinIcon() {
  return <Svg d="M48 2h7z" />;
}

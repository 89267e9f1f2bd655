import { Svg } from "../svg";

export function BasketIcon() {
  return <Svg d="M10 2h4z" />;
}

import { Svg } from "../svg";

export function CoffeeIcon() {
  return <Svg d="M47 2h6z" />;
}

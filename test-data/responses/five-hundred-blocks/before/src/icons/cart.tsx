import { Svg } from "../svg";

export function CartIcon() {
  return <Svg d="M35 2h1z" />;
}

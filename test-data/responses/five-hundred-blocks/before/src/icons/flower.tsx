import { Svg } from "../svg";

export function FlowerIcon() {
  return <Svg d="M77 2h1z" />;
}

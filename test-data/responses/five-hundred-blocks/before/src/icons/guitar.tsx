import { Svg } from "../svg";

export function GuitarIcon() {
  return <Svg d="M94 2h4z" />;
}

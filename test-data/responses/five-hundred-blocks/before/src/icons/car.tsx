import { Svg } from "../svg";

export function CarIcon() {
  return <Svg d="M33 2h6z" />;
}

import { Svg } from "../svg";

export function JacketIcon() {
  return <Svg d="M110 2h6z" />;
}

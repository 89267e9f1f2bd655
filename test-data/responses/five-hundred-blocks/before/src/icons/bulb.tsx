import { Svg } from "../svg";

export function BulbIcon() {
  return <Svg d="M26 2h6z" />;
}

import { Svg } from "../svg";

export function BucketIcon() {
  return <Svg d="M24 2h4z" />;
}

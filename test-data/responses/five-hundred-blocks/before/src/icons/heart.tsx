import { Svg } from "../svg";

export function HeartIcon() {
  return <Svg d="M98 2h1z" />;
}

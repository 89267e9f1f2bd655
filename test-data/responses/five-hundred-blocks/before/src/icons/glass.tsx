import { Svg } from "../svg";

export function GlassIcon() {
  return <Svg d="M88 2h5z" />;
}

import { Svg } from "../svg";

export function GlobeIcon() {
  return <Svg d="M89 2h6z" />;
}

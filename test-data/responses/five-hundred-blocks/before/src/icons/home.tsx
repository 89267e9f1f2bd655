import { Svg } from "../svg";

export function HomeIcon() {
  return <Svg d="M101 2h4z" />;
}

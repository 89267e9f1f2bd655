import { Svg } from "../svg";

export function CodeIcon() {
  return <Svg d="M46 2h5z" />;
}

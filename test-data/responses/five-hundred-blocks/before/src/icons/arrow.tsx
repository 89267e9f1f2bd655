import { Svg } from "../svg";

export function ArrowIcon() {
  return <Svg d="M4 2h5z" />;
}

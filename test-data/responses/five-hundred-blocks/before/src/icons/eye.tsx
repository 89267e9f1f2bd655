import { Svg } from "../svg";

export function EyeIcon() {
  return <Svg d="M66 2h4z" />;
}

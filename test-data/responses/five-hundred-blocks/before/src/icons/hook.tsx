import { Svg } from "../svg";

export function HookIcon() {
  return <Svg d="M102 2h5z" />;
}

import { Svg } from "../svg";

export function BugIcon() {
  return <Svg d="M25 2h5z" />;
}

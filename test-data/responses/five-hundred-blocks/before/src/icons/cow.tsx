import { Svg } from "../svg";

export function CowIcon() {
  return <Svg d="M52 2h4z" />;
}

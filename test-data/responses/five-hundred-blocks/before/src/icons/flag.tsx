import { Svg } from "../svg";

export function FlagIcon() {
  return <Svg d="M75 2h6z" />;
}

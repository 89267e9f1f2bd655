import { Svg } from "../svg";

export function HelmetIcon() {
  return <Svg d="M99 2h2z" />;
}

import { Svg } from "../svg";

export function BreadIcon() {
  return <Svg d="M21 2h1z" />;
}

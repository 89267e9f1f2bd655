import { Svg } from "../svg";

export function ConeIcon() {
  return <Svg d="M49 2h1z" />;
}

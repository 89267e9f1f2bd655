import { Svg } from "../svg";

export function JarIcon() {
  return <Svg d="M111 2h7z" />;
}

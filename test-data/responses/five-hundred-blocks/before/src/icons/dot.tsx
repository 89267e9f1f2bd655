import { Svg } from "../svg";

export function DotIcon() {
  return <Svg d="M60 2h5z" />;
}

import { Svg } from "../svg";

export function KnifeIcon() {
  return <Svg d="M116 2h5z" />;
}

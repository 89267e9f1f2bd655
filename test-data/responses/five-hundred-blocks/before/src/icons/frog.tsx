import { Svg } from "../svg";

export function FrogIcon() {
  return <Svg d="M81 2h5z" />;
}

import { Svg } from "../svg";

export function BeakerIcon() {
  return <Svg d="M12 2h6z" />;
}

import { Svg } from "../svg";

export function FishIcon() {
  return <Svg d="M74 2h5z" />;
}

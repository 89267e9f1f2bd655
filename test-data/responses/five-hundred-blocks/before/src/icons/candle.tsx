import { Svg } from "../svg";

export function CandleIcon() {
  return <Svg d="M32 2h5z" />;
}

import { Svg } from "../svg";

export function CrownIcon() {
  return <Svg d="M53 2h5z" />;
}

import { Svg } from "../svg";

export function FrameIcon() {
  return <Svg d="M80 2h4z" />;
}

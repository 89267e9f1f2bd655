import { Svg } from "../svg";

export function Folder({ size = 16 }) {
  return <Svg size={size} d="M78 2h2z" />;
}

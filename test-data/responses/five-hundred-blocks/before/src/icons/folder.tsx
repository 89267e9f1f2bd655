import { Svg } from "../svg";

export function FolderIcon() {
  return <Svg d="M78 2h2z" />;
}

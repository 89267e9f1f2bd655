import { Svg } from "../svg";

export function FaceIcon() {
  return <Svg d="M67 2h5z" />;
}

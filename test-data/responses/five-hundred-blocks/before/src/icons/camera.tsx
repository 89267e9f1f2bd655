import { Svg } from "../svg";

export function CameraIcon() {
  return <Svg d="M31 2h4z" />;
}

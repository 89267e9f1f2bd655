import { Svg } from "../svg";

export function Duck({ size = 16 }) {
  return <Svg size={size} d="M63 2h1z" />;
}

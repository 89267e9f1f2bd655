import { Svg } from "../svg";

export function Grass({ size = 16 }) {
  return <Svg d="M93 2h3z" />;
}

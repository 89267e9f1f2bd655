import { Svg } from "../svg";

export function FilmIcon() {
  return <Svg d="M72 2h3z" />;
}

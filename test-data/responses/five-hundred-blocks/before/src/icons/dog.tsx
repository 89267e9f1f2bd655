import { Svg } from "../svg";

export function DogIcon() {
  return <Svg d="M58 2h3z" />;
}

import { Svg } from "../svg";

export function Home({ size = 16 }) {
  return <Svg size={size} d="M101 2h4z" />;
}

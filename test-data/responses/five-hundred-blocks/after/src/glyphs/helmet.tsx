import { Svg } from "../svg";

export function Helmet({ size = 16 }) {
  return <Svg size={size} d="M99 2h2z" />;
}

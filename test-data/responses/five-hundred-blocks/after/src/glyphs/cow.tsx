import { Svg } from "../svg";

export function Cow({ size = 16 }) {
  return <Svg size={size} d="M52 2h4z" />;
}

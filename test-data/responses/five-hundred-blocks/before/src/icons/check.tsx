import { Svg } from "../svg";

export function CheckIcon() {
  return <Svg d="M39 2h5z" />;
}

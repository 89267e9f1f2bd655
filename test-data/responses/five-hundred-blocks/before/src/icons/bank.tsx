import { Svg } from "../svg";

export function BankIcon() {
  return <Svg d="M9 2h3z" />;
}

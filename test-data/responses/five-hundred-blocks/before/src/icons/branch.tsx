import { Svg } from "../svg";

export function BranchIcon() {
  return <Svg d="M20 2h7z" />;
}

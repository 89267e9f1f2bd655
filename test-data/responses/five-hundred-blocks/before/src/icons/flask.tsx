import { Svg } from "../svg";

export function FlaskIcon() {
  return <Svg d="M76 2h7z" />;
}

/** An injection in one line: its first item. The frame around it is always the same. */
import { toFirstLine } from "../../text/title.ts";

export function toInjectionTitle(text: string): string {
  const lines = text
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^<\/?pawl-[a-z]+>$/.test(line.trim()));
  const item = lines.find((line) => line.startsWith("- "));
  const said = item ?? lines.slice(1).find((line) => !line.startsWith("#")) ?? lines[0] ?? "";
  return toFirstLine(said.replace(/^(?:[-#]+ )+/, ""));
}

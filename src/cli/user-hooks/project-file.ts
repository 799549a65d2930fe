/** Edits a project's `.claude/pawl.json` as text: adds hooks and keeps comments and formatting. */
import { applyEdits, modify, parse } from "jsonc-parser";

const FORMAT = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

export function withGroup(text: string, event: string, group: object): string {
  if (text.trim() === "") return `${JSON.stringify({ hooks: { [event]: [group] } }, null, 2)}\n`;
  const { hooks } = Object(parse(text, [], { allowTrailingComma: true })) as { hooks?: unknown };
  if (Array.isArray(hooks)) return applyEdits(text, modify(text, ["hooks", -1], { event, ...group }, FORMAT));
  const list = Object(hooks)[event] as unknown;
  const path = Array.isArray(list) ? ["hooks", event, list.length] : ["hooks", event];
  return applyEdits(text, modify(text, path, Array.isArray(list) ? group : [group], FORMAT));
}

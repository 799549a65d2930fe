/** Translates OpenCode's tools to the names that the rest of Pawl uses, for hooks and the database. */
import { toCommonCall as fromPatch } from "../codex/tools.ts";
import { type Fields, isObject, text, toAbsolute } from "../fields.ts";

const NAMES: Readonly<Record<string, string>> = {
  bash: "Bash",
  read: "Read",
  edit: "Edit",
  write: "Write",
  list: "LS",
  glob: "Glob",
  grep: "Grep",
  task: "Agent",
  webfetch: "WebFetch",
  websearch: "WebSearch",
  todowrite: "TodoWrite",
  skill: "Skill",
};

const FIELDS: Readonly<Record<string, string>> = {
  filePath: "file_path",
  oldString: "old_string",
  newString: "new_string",
  replaceAll: "replace_all",
};
const OWN_FIELDS = Object.fromEntries(Object.entries(FIELDS).map(([own, common]) => [common, own]));

/** With OpenAI's models, edits are patches in Codex's format. */
export function toCommonCall(name: string, input: unknown, cwd: string) {
  const fields = isObject(input) ? input : {};
  if (name === "apply_patch") return fromPatch(name, text(fields.patchText) ?? "", cwd);
  const toolInput = renamed(fields, FIELDS);
  const path = text(toolInput.file_path);
  if (path !== undefined) toolInput.file_path = toAbsolute(path, cwd);
  return { toolName: toCommonName(name), toolInput };
}

/** A tool of an MCP server is `SERVER_TOOL`. */
function toCommonName(name: string): string {
  if (Object.hasOwn(NAMES, name)) return NAMES[name] ?? name;
  const [, server, tool] = /^([^_]+)_(.+)$/.exec(name) ?? [];
  return server === undefined || server === "plan" ? name : `mcp__${server}__${tool}`;
}

export const toOwnInput = (input: Fields): Fields => renamed(input, OWN_FIELDS);

function renamed(input: Fields, names: Readonly<Record<string, string>>): Fields {
  const entries = Object.entries(input);
  return Object.fromEntries(
    entries.map(([field, value]) => [Object.hasOwn(names, field) ? (names[field] ?? field) : field, value]),
  );
}

/** OpenCode counts a failed command as a success, with its exit code beside the output. */
export function toResult(output: string, exit: unknown): { ok: boolean; output: string } {
  const said = output.replace(ADDED, "");
  if (typeof exit !== "number" || exit === 0) return { ok: true, output: said };
  return { ok: false, output: `Exit code ${exit}\n${said}` };
}

/** The text that the plugin added at the end. */
const ADDED = /\n<hook_context>\n(?:(?!<hook_context>)[\s\S])*\n<\/hook_context>$/;

/** `opencode run` puts a prompt of several words in quotation marks. */
export function toPrompt(prompt: string): string {
  return /^"([\s\S]+)"$/.exec(prompt)?.[1] ?? prompt;
}

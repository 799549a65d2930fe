/** Translates Copilot CLI's tools to the names that the rest of Pawl uses, for hooks and transcripts. */
import { isObject } from "../fields.ts";

/** Hooks already use Claude Code's names for some of them; the transcript uses its own. */
const NAMES: Readonly<Record<string, string>> = {
  bash: "Bash",
  view: "Read",
  edit: "Edit",
  create: "Write",
  task: "Agent",
  glob: "Glob",
  grep: "Grep",
  rg: "Grep",
  web_fetch: "WebFetch",
  web_search: "WebSearch",
};

/** A tool of an MCP server is `SERVER-TOOL`. No tool of its own has a hyphen. */
export function toCommonName(name: string): string {
  if (Object.hasOwn(NAMES, name)) return NAMES[name] ?? name;
  const [, server, tool] = /^([\w.]+)-(.+)$/.exec(name) ?? [];
  return server === undefined ? name : `mcp__${server}__${tool}`;
}

const FIELDS: Readonly<Record<string, string>> = {
  path: "file_path",
  old_str: "old_string",
  new_str: "new_string",
  file_text: "content",
};

export function toCommonInput(input: unknown): unknown {
  if (!isObject(input) || !("path" in input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [
      Object.hasOwn(FIELDS, field) ? FIELDS[field] : field,
      value,
    ]),
  );
}

/** Copilot CLI counts a failed command as a success: the last line contains its exit code. `name`: the common one. */
export function toResult(name: string, told: string): { ok: boolean; output: string } {
  const end = name === "Bash" ? END.exec(told) : null;
  if (end === null) return { ok: true, output: told };
  const output = told.slice(0, end.index);
  return end[1] === "0" ? { ok: true, output } : { ok: false, output: `Exit code ${end[1]}\n${output}` };
}

const END = /\n?<shellId: \S+ completed with exit code (-?\d+)>\s*$/;

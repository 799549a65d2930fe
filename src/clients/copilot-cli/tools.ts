/** Copilot CLI's tools under the names that the rest of Pawl knows. Hooks and transcripts both come through here. */
import { isObject } from "../fields.ts";

/** Hooks have Claude Code's names for some of them already, the transcript has its own. */
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

/** A command that failed is a success to Copilot CLI: the last line says how it ended. `name`: the common one. */
export function toResult(name: string, told: string): { ok: boolean; output: string } {
  const end = name === "Bash" ? END.exec(told) : null;
  if (end === null) return { ok: true, output: told };
  const output = told.slice(0, end.index);
  return end[1] === "0" ? { ok: true, output } : { ok: false, output: `Exit code ${end[1]}\n${output}` };
}

const END = /\n?<shellId: \S+ completed with exit code (-?\d+)>\s*$/;

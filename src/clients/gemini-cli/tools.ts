/** Translates Gemini CLI's tools to the names that the rest of Pawl uses, for hooks and transcripts. */
import { isObject, text, toAbsolute } from "../fields.ts";

const NAMES: Readonly<Record<string, string>> = {
  run_shell_command: "Bash",
  read_file: "Read",
  replace: "Edit",
  write_file: "Write",
  list_directory: "LS",
  glob: "Glob",
  grep_search: "Grep",
  web_fetch: "WebFetch",
  google_web_search: "WebSearch",
  invoke_agent: "Agent",
};

export function toCommonName(name: string): string {
  if (Object.hasOwn(NAMES, name)) return NAMES[name] ?? name;
  const [, server, tool] = /^mcp_([^_]+)_(.+)$/.exec(name) ?? [];
  return server === undefined ? name : `mcp__${server}__${tool}`;
}

/** Paths may be relative to the session's folder. */
export function toCommonInput(input: unknown, cwd: string): unknown {
  const path = isObject(input) ? text(input.file_path) : undefined;
  return path === undefined ? input : { ...(input as object), file_path: toAbsolute(path, cwd) };
}

interface Result {
  ok: boolean;
  output: string;
}

/** A tool's result as the model sees it. A command's exit code is a line at the end, omitted for 0. */
export function toResult(name: string, told: string): Result {
  const said = withoutContext(told);
  if (name !== "run_shell_command") return { ok: true, output: unwrapped(said) };
  const [, output = unwrapped(said), tail = ""] = COMMAND.exec(said) ?? [];
  const exitCode = /^Exit Code: (-?\d+)$/m.exec(tail)?.[1];
  if (exitCode === undefined || exitCode === "0") return { ok: true, output };
  return { ok: false, output: `Exit code ${exitCode}\n${output}` };
}

/** Only the final lines are Gemini CLI's, because the output itself may contain such lines. */
const COMMAND =
  /^<untrusted_context>\nOutput: ([\s\S]*?)((?:\n(?:Error|Exit Code|Signal|Background PIDs|Process Group PGID): [^\n]*)*)\n<\/untrusted_context>\s*$/;

function unwrapped(said: string): string {
  return /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>\s*$/.exec(said)?.[1] ?? said;
}

/** Removes the text that hooks added at the end of a result. */
function withoutContext(told: string): string {
  return told.replace(/\s*<hook_context>(?:(?!<hook_context>)[\s\S])*<\/hook_context>\s*$/, "");
}

/** Without `-p` it is only the prompt; with it, a hook's text from the start comes first. */
export function toPrompt(prompt: string): string {
  return prompt.replace(/^<hook_context>(?:(?!<\/hook_context>)[\s\S])*<\/hook_context>\s*/, "");
}

/** A text, or a list of parts with text. */
export function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content : [];
  return parts.flatMap((part) => (isObject(part) ? (text(part.text) ?? []) : [])).join("\n");
}

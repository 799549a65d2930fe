/**
 * `$FILE` and similar variables. For a command they are environment values, so a value is never shell syntax; in a prompt
 * they are text.
 */
import type { HookInput } from "../clients/index.ts";

export const VARIABLES = [
  "TOOL",
  "FILE",
  "COMMAND",
  "CWD",
  "EVENT",
  "SESSION_ID",
  "AGENT",
  "ERROR",
  "PROMPT",
  "CLAUDE_PROJECT_DIR",
  "CLAUDE_PLUGIN_ROOT",
] as const;

type VariableName = (typeof VARIABLES)[number];
type Variables = Readonly<Record<VariableName, string>>;

export interface Folders {
  projectDir: string;
  pluginRoot?: string | undefined;
}

/** Variables missing from the event are empty, so that a value of the environment is never used instead. */
export function toVariables(input: HookInput, folders: Folders): Variables {
  const raw = input.raw;
  const tool = Object(raw.tool_input) as Record<string, unknown>;
  return {
    TOOL: text(raw.tool_name),
    FILE: text(tool.file_path ?? tool.notebook_path ?? tool.path ?? raw.file_path),
    COMMAND: text(tool.command ?? raw.command_name),
    CWD: text(input.cwd ?? folders.projectDir),
    EVENT: input.event === "Unknown" ? input.name : input.event,
    SESSION_ID: input.sessionId,
    AGENT: text(input.agentType ?? input.agentId),
    ERROR: text(raw.error),
    PROMPT: text(raw.prompt),
    CLAUDE_PROJECT_DIR: folders.projectDir,
    CLAUDE_PLUGIN_ROOT: folders.pluginRoot ?? "",
  };
}

export const expandText = (template: string, variables: Variables): string =>
  replaceReferences(template, (name) => (isHookVariable(name) ? variables[name] : undefined));

/** `$NAME` and `${NAME}`. In one pass, so that a value containing `$FILE` is not expanded again. */
export function replaceReferences(text: string, valueByName: (name: string) => string | undefined): string {
  return text.replace(
    /\$(?:\{(\w+)\}|(\w+))/g,
    (whole, braced?: string, bare?: string) => valueByName(braced ?? bare ?? "") ?? whole,
  );
}

/** For the path of a script: the input must not decide which code runs. */
export function expandFolders(template: string, { projectDir, pluginRoot }: Folders): string {
  return template
    .replace(/\$(?:\{CLAUDE_PROJECT_DIR\}|CLAUDE_PROJECT_DIR\b)/g, () => projectDir)
    .replace(/\$(?:\{CLAUDE_PLUGIN_ROOT\}|CLAUDE_PLUGIN_ROOT\b)/g, () => pluginRoot ?? "");
}

export function isHookVariable(name: string): name is VariableName {
  return VARIABLES.some((known) => known === name);
}

/** The system cannot start a program with a longer value; the whole input is on stdin anyway. */
const MAX_VALUE_BYTES = 30_000;

export function toEnvironment(variables: Variables): Record<string, string> {
  const values = Object.entries(variables).map(([name, value]) => [name, toEnvironmentValue(value)]);
  return Object.fromEntries(values);
}

function toEnvironmentValue(value: string): string {
  const plain = value.replaceAll("\0", "");
  const cut = Buffer.from(plain, "utf8").subarray(0, MAX_VALUE_BYTES).toString("utf8");
  // Drop a character that the cut would split.
  return cut.length < plain.length ? cut.replace(/\uFFFD+$/, "") : plain;
}

function text(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

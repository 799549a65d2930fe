/**
 * Translates Codex's tools to the names and inputs that the rest of Pawl uses: a command is `Bash`, a patch is `Edit`,
 * `Write` or, for several files, `MultiEdit`. Hooks and rollout files both use this code, so that a call looks the same from
 * either source.
 */
import { type Fields, isObject, text, toAbsolute } from "../fields.ts";
import { type PatchChange, parsePatch } from "./patch.ts";

interface CommonCall {
  toolName: string;
  toolInput: unknown;
}

/** `cwd`: the base for paths in patches. All other clients use the root. */
export function toCommonCall(name: string, input: unknown, cwd: string): CommonCall {
  const fields = isObject(input) ? input : {};
  if (name === "apply_patch") {
    const patch = typeof input === "string" ? input : (text(fields.command) ?? text(fields.input) ?? "");
    return toEdit(patch, cwd) ?? { toolName: name, toolInput: input };
  }
  if (name === "Bash") return { toolName: name, toolInput: input };
  if (isCommandTool(name)) return { toolName: "Bash", toolInput: toCommand(fields) };
  // Reads the output of a background command, like Claude Code's tool of this name.
  if (name === "write_stdin") {
    const { session_id: id, chars } = fields;
    return { toolName: "BashOutput", toolInput: { bash_id: String(id), ...(chars ? { input: chars } : {}) } };
  }
  if (name === "spawn_agent") return { toolName: "Agent", toolInput: input };
  return { toolName: name, toolInput: input };
}

/** `exec_command` is the current name; the others are from older versions. */
const COMMANDS: ReadonlySet<string> = new Set(["exec_command", "shell", "shell_command", "local_shell"]);

export function isCommandTool(name: string): boolean {
  return COMMANDS.has(name);
}

function toCommand(fields: Fields): Fields {
  const command = fields.cmd ?? fields.command;
  const workdir = text(fields.workdir);
  return {
    command: Array.isArray(command) ? toShellLine(command.map(String)) : (text(command) ?? ""),
    ...(workdir === undefined ? {} : { workdir }),
  };
}

/** `["bash", "-lc", "npm test"]` is the line itself. */
function toShellLine(args: readonly string[]): string {
  const [shell = "", flag = "", line] = args;
  const isShell = /(^|[/\\])(bash|zsh|sh)$/.test(shell) && /^-l?c$/.test(flag);
  return isShell && line !== undefined && args.length === 3 ? line : args.join(" ");
}

function toEdit(patch: string, cwd: string): CommonCall | undefined {
  const edits = parsePatch(patch).map((change) => toEditInput(change, cwd));
  const [first] = edits;
  if (first === undefined) return undefined;
  if (edits.length === 1) return toSingleEdit(first);
  return { toolName: "MultiEdit", toolInput: { file_path: first.file_path, edits } };
}

interface EditInput extends Fields {
  file_path: string;
  old_string: string;
  new_string: string;
  /** Absent for a plain change. */
  change?: "added" | "deleted" | "renamed";
  moved_from?: string;
}

function toEditInput({ kind, path, from, before, after }: PatchChange, cwd: string): EditInput {
  return {
    file_path: toAbsolute(path, cwd),
    old_string: before,
    new_string: after,
    ...(kind === "changed" ? {} : { change: kind }),
    ...(from === undefined ? {} : { moved_from: toAbsolute(from, cwd) }),
  };
}

/** A file added by a patch is written completely, like Claude Code's `Write`. */
function toSingleEdit(edit: EditInput): CommonCall {
  if (edit.change !== "added") return { toolName: "Edit", toolInput: edit };
  return { toolName: "Write", toolInput: { file_path: edit.file_path, content: edit.new_string } };
}

/** Splits a call into one call per file, so that a rule for a file applies to every file of a patch. */
export function eachFile({ toolName, toolInput }: CommonCall): CommonCall[] {
  const fields = isObject(toolInput) ? toolInput : {};
  const edits = toolName === "MultiEdit" && Array.isArray(fields.edits) ? fields.edits : [toolInput];
  const named = edits.filter(
    (edit): edit is EditInput => isObject(edit) && typeof edit.file_path === "string",
  );
  if (named.length === 0) return [{ toolName, toolInput }];
  return named.flatMap((edit) => {
    const call = toolName === "MultiEdit" ? toSingleEdit(edit) : { toolName, toolInput: edit };
    // A renamed file is gone from its old path.
    if (edit.moved_from === undefined) return [call];
    const { moved_from: from, ...rest } = edit;
    const gone = { ...rest, file_path: from, new_string: "", change: "deleted" };
    return [call, { toolName: "Edit", toolInput: gone }];
  });
}

/** A command's output, without the header lines that Codex adds for the model. */
export function outputOf(response: string): { output: string; exitCode?: number; running?: string } {
  const head = HEAD.exec(response)?.[0] ?? "";
  const exitCode = /(?:Process exited with code|Exit code:) (-?\d+)/.exec(head)?.[1];
  const running = /Process running with session ID (\d+)/.exec(head)?.[1];
  return {
    output: response.slice(head.length),
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
    ...(running === undefined ? {} : { running }),
  };
}

/** Up to the line `Output:`: a few short lines, one of which contains the outcome. */
const HEAD =
  /^(?:(?:Chunk ID|Wall time|Original token count|Total output lines|Exit code)[^\n]*\n|Process (?:exited|running)[^\n]*\n|\n)+Output:\n/;

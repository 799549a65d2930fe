/** Files that a call wrote or changed: by an editing tool, or by a shell where that is plain to see. */
import type { Observation } from "../records/records.ts";
import { inputField } from "../text/input-text.ts";
import { cut } from "../text/quote.ts";
import { fromRoot, type Run } from "./runs.ts";
import { type ShellCommand, toShellCommands } from "./shell-line.ts";

export interface FileChange {
  /** From the project's root where it lies inside. */
  path: string;
  how: "written" | "edited" | "folder";
  /** What was changed, in a few words. */
  text: string;
  /** The shell command that did it. */
  command?: string;
  /** What it put into the file, where that is known. */
  content: string;
}

const SIDE_CHARACTERS = 70;
const CONTENT_CHARACTERS = 8000;
const EDITS: ReadonlySet<string> = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

export function isEditTool(toolName: string): boolean {
  return EDITS.has(toolName);
}

/** Of a call that went well. */
export function changesBy(call: Observation, project: string, runs: readonly Run[]): FileChange[] {
  if (EDITS.has(call.toolName)) {
    const file =
      call.files[0] ?? inputField(call.input, "file_path") ?? inputField(call.input, "notebook_path");
    if (file === undefined) return [];
    return [{ path: toPath(file, undefined, project), ...describeTool(call) }];
  }
  if (call.toolName !== "Bash") return [];
  const changes = runs.flatMap((run) => (run.state === "failed" ? [] : changesByRun(run, project)));
  return [...changes, ...teesOf(inputField(call.input, "command") ?? "", runs[0]?.folder, project)];
}

function describeTool(call: Observation): Pick<FileChange, "how" | "text" | "content"> {
  if (call.toolName === "Write") {
    const content = (inputField(call.input, "content") ?? "").slice(0, CONTENT_CHARACTERS);
    return { how: "written", text: describeText(content), content };
  }
  if (call.toolName === "NotebookEdit") return { how: "edited", text: "a cell was changed", content: "" };
  const pairs = call.toolName === "MultiEdit" ? pairsOf(call.input) : [pairOf(call.input)];
  const content = pairs
    .map(([, after]) => after)
    .join("\n")
    .slice(0, CONTENT_CHARACTERS);
  const texts = pairs.map(([before, after]) => describeEdit(before, after)).filter((text) => text !== "");
  return {
    how: "edited",
    text: texts.length > 2 ? `${texts[0]} and ${texts.length - 1} more` : texts.join(" and "),
    content,
  };
}

const pairOf = (input: string): [string, string] => [
  inputField(input, "old_string") ?? "",
  inputField(input, "new_string") ?? "",
];

function pairsOf(input: string): [string, string][] {
  try {
    const value: unknown = JSON.parse(input);
    const edits: unknown = typeof value === "object" && value !== null && "edits" in value ? value.edits : [];
    return Array.isArray(edits) ? edits.map((edit: unknown) => pairOf(JSON.stringify(edit))) : [];
  } catch {
    // Cut when it was stored: what was changed is not known any more.
    return [];
  }
}

/** `old` → `new`, only the lines that differ. */
function describeEdit(before: string, after: string): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const removed = old.filter((line) => !now.includes(line));
  const added = now.filter((line) => !old.includes(line));
  const [from, to] = [side(removed), side(added)];
  if (from === "" && to === "") return "";
  if (from === "") return `added ${to}`;
  return to === "" ? `removed ${from}` : `${from} → ${to}`;
}

const linesOf = (text: string): string[] =>
  text
    .slice(0, 8000)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function side(lines: readonly string[]): string {
  const [first] = lines;
  if (first === undefined) return "";
  const more = lines.length > 1 ? ` (${lines.length} lines)` : "";
  return `\`${cut(first.replaceAll("`", "'"), SIDE_CHARACTERS)}\`${more}`;
}

export function describeText(content: string): string {
  const lines = linesOf(content);
  return lines.length === 0 ? "empty" : `with ${side(lines)}`;
}

function changesByRun(run: Run, project: string): FileChange[] {
  const { shell, words, folder } = run;
  const [program = "", ...args] = words;
  const at = (path: string): string => toPath(path, folder, project);
  const plain = args.filter((word) => !word.startsWith("-"));
  const changes: FileChange[] = shell.writes
    .filter((path) => !path.startsWith("/dev/") && !path.includes("$"))
    .map((path) => ({ path: at(path), how: "written" as const, ...written(shell) }));
  const by = (paths: readonly string[], how: FileChange["how"]): FileChange[] =>
    paths
      .filter((path) => !/[$*]/.test(path))
      .map((path) => ({
        path: at(path),
        how,
        text: `by \`${cut(run.command, 90)}\``,
        command: run.command,
        content: run.command,
      }));
  if (program === "sed" && args.some((word) => /^-[a-zA-Z]*i|^--in-place/.test(word))) {
    return [...changes, ...by(sedFiles(args), "edited")];
  }
  if (program === "perl" && args.some((word) => /^-\w*i/.test(word)))
    return [...changes, ...by(plain.slice(1), "edited")];
  if (program === "touch") return [...changes, ...by(plain, "written")];
  if (program === "mkdir") return [...changes, ...by(plain, "folder")];
  if ((program === "cp" || program === "mv" || program === "ln") && plain.length >= 2) {
    return [...changes, ...by(plain.slice(-1), "written")];
  }
  return changes;
}

function written(shell: ShellCommand): Pick<FileChange, "text" | "content"> {
  const echoed = /^(?:echo|printf)$/.test(shell.words[0] ?? "")
    ? shell.words
        .slice(1)
        .filter((word) => !/^-[neE]+$/.test(word))
        .join(" ")
    : "";
  const content = (shell.heredoc ?? echoed).slice(0, CONTENT_CHARACTERS);
  return { text: describeText(content), content };
}

/** The first word that is no option is the script, unless one was given by `-e`. */
function sedFiles(args: readonly string[]): string[] {
  const hasScript = args.some((word) => word === "-e" || word === "-f");
  const plain = args.filter((word, index) => {
    if (word.startsWith("-") || word === "") return false;
    return !/^-(?:e|f)$/.test(args[index - 1] ?? "");
  });
  return hasScript ? plain : plain.slice(1);
}

/** `… | tee file`. */
function teesOf(line: string, folder: string | undefined, project: string): FileChange[] {
  if (!line.includes("tee")) return [];
  return toShellCommands(line)
    .filter(({ words }) => words[0] === "tee")
    .flatMap(({ words }) => words.slice(1))
    .filter((word) => !word.startsWith("-") && !/[$*]|^\/dev\//.test(word))
    .map((path) => ({
      path: toPath(path, folder, project),
      how: "written" as const,
      text: "by `tee`",
      content: "",
    }));
}

export function toPath(path: string, folder: string | undefined, project: string): string {
  const inside = fromRoot(path.replaceAll("\\", "/"), project.replaceAll("\\", "/")).replace(/^\.\//, "");
  return folder === undefined || folder === "" || /^[/~]|^[A-Za-z]:/.test(path)
    ? inside
    : `${folder}/${inside}`;
}

/** Inside the project: no absolute path is left, and it does not lead out. */
export function isInProject(path: string): boolean {
  return path !== "" && !/^(?:\/|~|\.\.|[A-Za-z]:)/.test(path);
}

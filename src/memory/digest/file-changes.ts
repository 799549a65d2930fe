/** Files that a call wrote or changed: with an editing tool, or with a shell command if it is obvious. */
import type { Observation } from "../../store/records/records.ts";
import { inputField } from "../../text/input-text.ts";
import { type ChangePair, isEdit, pairsOf } from "../records/edits.ts";
import { fromRoot, type Run } from "./runs.ts";
import { type SimpleCommand, toSimpleCommands } from "./shell-line.ts";

export interface FileChange {
  /** Relative to the project's root, if inside. */
  path: string;
  how: "written" | "edited" | "folder";
  /** The shell command that did it. */
  command?: string;
  /** The old and the new text, where they are recorded. Read only for the few changes that fixed something. */
  pairs: () => readonly ChangePair[];
}

/** File changes of a successful call. */
export function changesBy(call: Observation, project: string, runs: readonly Run[]): FileChange[] {
  if (isEdit(call.toolName)) {
    const file =
      call.files[0] ?? inputField(call.input, "file_path") ?? inputField(call.input, "notebook_path");
    if (file === undefined) return [];
    const how = call.toolName === "Write" ? "written" : "edited";
    return [{ path: toPath(file, undefined, project), how, pairs: () => pairsOf(call) }];
  }
  if (call.toolName !== "Bash") return [];
  const changes = runs.flatMap((run) => (run.state === "failed" ? [] : changesByRun(run, project)));
  return [...changes, ...teesOf(inputField(call.input, "command") ?? "", runs[0]?.folder, project)];
}

function changesByRun(run: Run, project: string): FileChange[] {
  const { shell, folder } = run;
  // As typed: a whole path does not start from the folder.
  const [program = "", ...args] = shell.words.slice(-run.words.length);
  const at = (path: string): string => toPath(path, folder, project);
  const plain = args.filter((word) => !word.startsWith("-"));
  const changes: FileChange[] = shell.writes
    .filter((path) => !path.startsWith("/dev/") && !path.includes("$"))
    .map((path) => ({ path: at(path), how: "written" as const, pairs: () => [["", writtenBy(shell)]] }));
  const by = (paths: readonly string[], how: FileChange["how"]): FileChange[] =>
    paths
      .filter((path) => !/[$*]/.test(path))
      .map((path) => ({
        path: at(path),
        how,
        command: run.command,
        pairs: () => [],
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

function writtenBy({ words: [program = "", ...args], heredoc }: SimpleCommand): string {
  if (heredoc !== undefined) return heredoc;
  return /^(?:echo|printf)$/.test(program) ? args.filter((word) => !/^-[neE]+$/.test(word)).join(" ") : "";
}

/** The first word that is not an option is the script, unless `-e` supplied one. */
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
  return toSimpleCommands(line)
    .filter(({ words }) => words[0] === "tee")
    .flatMap(({ words }) => words.slice(1))
    .filter((word) => !word.startsWith("-") && !/[$*]|^\/dev\//.test(word))
    .map((path) => ({
      path: toPath(path, folder, project),
      how: "written" as const,
      pairs: () => [],
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

/** Files that no program reads, so changing them fixes nothing. */
const PROSE =
  /(?:^|\/)(?:README|CHANGELOG|LICENSE|CONTRIBUTING|TODO|NOTES)[^/]*$|\.(?:md|mdx|txt|rst|adoc|png|jpe?g|svg)$/i;

/** True if a change may have affected a command. */
export function isAboutCode(change: Pick<FileChange, "path">): boolean {
  return !PROSE.test(change.path) && !change.path.startsWith("/tmp/");
}

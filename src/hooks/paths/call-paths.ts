/**
 * The files of a tool call, as far as its input shows: the path fields of any tool, and every word of a shell command that
 * can be a path, including redirections. For gates, which another tool must not bypass.
 */
import { resolve } from "node:path";
import type { CallText } from "../command-files.ts";
import { filesFromHistory } from "./git-files.ts";
import {
  isFedUnknown,
  isShell,
  type MeantCommand,
  type MeantWord,
  programOf,
  readBy,
  toPlainText,
} from "./shell-meaning.ts";
import type { NamedFile } from "./spellings.ts";
import { listedFiles, lookUp, readScriptText } from "./wildcards.ts";

export interface CallFiles {
  files: NamedFile[];
  /** The call writes to, or changes into, a path that only the shell can determine. */
  hasUnknown: boolean;
}

/** Paths, with their base folder. */
interface CallPaths extends Pick<CallFiles, "hasUnknown"> {
  paths: Omit<NamedFile, "projectDir">[];
  /** When the questions to git end. */
  until: number;
}

/** A client waits at least two seconds for a gate. */
const ASK_MS = 1000;
const PATH_FIELD = /path|file|folder|dir|destination|target|source|uri/i;
/** These commands affect everything inside a folder that they get. */
const ON_FOLDERS = new Set("rm mv rsync ln rmdir unlink rename chmod chown chgrp tar trash shred".split(" "));
/** These commands change or create the files in their arguments. */
const CHANGES = new Set(
  "touch cp mv rm tee ln mkdir install dd truncate rsync rmdir unlink rename mkfifo mknod shred sponge scp patch unzip".split(
    " ",
  ),
);
/** They write a file named by an argument, but most of their arguments are something else. */
const WRITES =
  /^(?:split|csplit|sort|curl|wget|openssl|ssh-keygen|fallocate|mktemp|zip|(?:un)?(?:gzip|xz|zstd)|b(?:un)?zip2|gunzip)$/;
/** They write into a folder or file named last, or after an option. */
const GIT_WRITES = /^(?:\S*\/)?git\b.*\s(?:init|clone|worktree|archive|bundle|format-patch|--output)\b/;
/** The process's own folder. Only the shell knows its process id. */
const OWN_FOLDER = /^.*\/proc\/[^/]+(?:\/task\/[^/]+)?\/cwd(?=\/|$)/;
/** A path through an open folder. */
const OPEN_FILE = /\/proc\/[^/]+(?:\/task\/[^/]+)?\/fd(?:\/|$)/;
const BELOW_OPEN = /\/(?:proc\/[^/]+(?:\/task\/[^/]+)?|dev)\/fd\/[^/]+\/./;

export function filesOfCall(
  tool: Readonly<Record<string, unknown>>,
  cwd: string,
  projectDir: string,
  read: readonly CallText[],
): CallFiles {
  const fields = Object.entries(tool).flatMap(([name, value]) => (PATH_FIELD.test(name) ? texts(value) : []));
  const until = performance.now() + ASK_MS;
  const found: CallPaths = { paths: fields.map((path) => ({ path, cwd })), hasUnknown: false, until };
  for (const text of read.filter(({ isCode }) => isCode)) addText(text, found);
  return { files: found.paths.map((each) => ({ ...each, projectDir })), hasUnknown: found.hasUnknown };
}

function addText({ text, commands, cwd, kind, isShell, isUnread }: CallText, found: CallPaths): void {
  if (kind !== "own") found.paths.push(...namesInSource(text).map((path) => ({ path, cwd })));
  found.hasUnknown ||= isUnread;
  const put = new Set<string>();
  for (const [i, command] of (isShell ? commands : []).entries()) {
    // It counts as matched, whatever else there is.
    if (found.hasUnknown) return;
    const here = command.cwd ?? cwd;
    const own = { ...found, hasUnknown: kind === "own" && runsPut(command, put) };
    addPathsOf(command, here, own);
    const brought = filesFromHistory(command, commands.slice(0, i), here, found.until);
    found.paths.push(...(brought?.paths ?? []).map((path) => ({ path, cwd: brought?.cwd ?? cwd })));
    // A script exists before the call, so its runtime values (arguments, environment) are not treated as unknown.
    found.hasUnknown =
      kind === "script" ? changesBuilt(command) : own.hasUnknown || brought?.isUnknown === true;
    const [program, ...rest] = command.run.map(programOf);
    if (PUTS.test(program ?? "")) for (const name of rest.filter(Boolean)) put.add(name);
  }
}

const PUTS = /^(?:cp|mv|ln|install|dd|tee|rsync|curl|wget)$/;

/** `cp a package.json && npm run x`, `mv a w.sh; sh w.sh`: the code does not exist yet when the call is judged. */
function runsPut({ run: [first, ...given] }: MeantCommand, put: ReadonlySet<string>): boolean {
  const runner = programOf(first);
  if (/^g?make$/.test(runner)) return [...put].some((name) => /makefile$/i.test(name));
  if (/^(?:npm|pnpm|yarn|bun)$/.test(runner))
    return put.has("package.json") && given.some(({ value }) => /^(?:run|test|start)/.test(value));
  const isGiven = isShell(runner) || /^(?:source|\.)$/.test(runner);
  return [first, ...(isGiven ? given : [])].some((word) => put.has(programOf(word)));
}

function changesBuilt(command: MeantCommand): boolean {
  return [...(isChange(command) ? command.words : []), ...writesOf(command)].some(startsBuilt);
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

/** Built from a text or a list of names from the first letter on: `$(ls -d s*)/k`, not `dist/$(…)`. */
const startsBuilt = ({ value, isBuilt }: MeantWord): boolean =>
  isBuilt &&
  /^["']?(?:--?[\w-]+=)?(?:\$\(\s*(?:ls|echo|printf|rev|tr|base64|xxd|compgen|find|tac|sed|cut|awk)\b|`|\$\{!)/.test(
    value,
  );

const writesOf = ({ redirections }: MeantCommand): MeantWord[] =>
  redirections.filter(({ operator }) => operator.includes(">")).map(({ target }) => target);

function isChange({ words }: MeantCommand): boolean {
  return words.some((word) => CHANGES.has(programOf(word)));
}

function addPathsOf(command: MeantCommand, here: string, found: CallPaths): void {
  const values = command.words.map(({ value }) => value);
  const programs = command.words.map(programOf);
  const changes = isChange(command);
  const writes = writesOf(command);
  const plain = toPlainText({ ...command, words: command.run });
  const mayWrite = programs.some((program) => WRITES.test(program)) || GIT_WRITES.test(plain);
  found.hasUnknown ||=
    (command.cwd === undefined && (writes.length > 0 || changes)) ||
    (changes && command.words.some((word) => word.isBuilt)) ||
    (mayWrite && command.words.some(startsBuilt)) ||
    writes.some(({ isUnknown }) => isUnknown) ||
    values.some((value) => BELOW_OPEN.test(value) || (changes && OPEN_FILE.test(value))) ||
    isFedUnknown(command) ||
    (programs.includes("git") && values.some((value) => FROM_INDEX.test(value)) && !values.includes("list"));
  // `cp -l` creates links, through which the same files can be written.
  const isLinking =
    programs.includes("cp") && values.some((value) => /^(?:-[a-zA-Z]*l[a-zA-Z]*|--link)$/.test(value));
  const whole = isLinking || programs.some((program) => ON_FOLDERS.has(program)) ? { whole: true } : {};
  const words = [...command.words, ...command.redirections.map(({ target }) => target), ...command.assigned];
  for (const path of words.flatMap((word) => pathsInWord(word, here)))
    found.paths.push({ path, cwd: here, ...whole });
  addPatched(command, here, found);
  addListed(command, here, found);
  if (!UNPACKS.test(plain)) return;
  const at = command.run.findIndex(({ value }) => /^(?:-C|-d|--directory)$/.test(value));
  const target = at === -1 ? "." : (command.run[at + 1]?.value ?? ".");
  found.paths.push({ path: target, cwd: here, whole: true });
}

/** `git apply`, `patch`, `apply_patch`: the files named in the patch. */
function addPatched(command: MeantCommand, cwd: string, found: CallPaths): void {
  const values = command.run.map(({ value }) => value);
  const program = programOf(command.run[0]);
  const isGit = program === "git" && values.some((value) => value === "apply" || value === "am");
  if (!isGit && !/^(?:patch|apply_?patch)$/.test(program)) return;
  if (values.some((value) => /^--(?:version|help|stat|numstat|summary|check|abort)$/.test(value))) return;
  const given = [...values, ...(command.pipedFrom?.words.map(({ value }) => value) ?? [])];
  const names = [...given.map((value) => value.replace(/^(?:-i|--input=)(?=.)/, "")), ...readBy(command)];
  const patches = [
    ...command.heredocs,
    ...command.redirections
      .filter(({ operator }) => operator.endsWith("<<<"))
      .map(({ target }) => target.value),
    ...given.filter((value) => value.includes("\n") || value.includes("\\n")),
    ...names.flatMap((name) => readScriptText(resolve(cwd, name)) ?? []),
  ];
  const patched = patches.flatMap(namesInPatch);
  // If the patch cannot be read, it may change any file.
  found.hasUnknown ||= patched.length === 0;
  const folder = values[values.findIndex((value) => /^(?:-C|-d|--directory)$/.test(value)) + 1];
  const at = folder === undefined || folder === values[0] ? cwd : resolve(cwd, folder);
  found.paths.push(...patched.map((path) => ({ path, cwd: at })));
}

/** git's own plumbing, which writes the content of its index. */
const FROM_INDEX =
  /^(?:checkout-index|read-tree|fast-import|filter-branch|sparse-checkout|--index-info|--cacheinfo)(?:=|$)/;

/** `xargs touch < list`, `find … -exec rm {} \\;`, `find … | xargs rm`: the files from a list or search. */
function addListed(command: MeantCommand, cwd: string, found: CallPaths): void {
  const values = command.run.map(({ value }) => value);
  const program = programOf(command.run[0]);
  if (!/^(?:find|xargs|parallel)$/.test(program)) return;
  const rest = { ...command, words: command.run.slice(1) };
  const edits = rest.words.some((word) => EDITS.test(programOf(word)));
  const isDeleting = program === "find" && values.includes("-delete");
  if (!isDeleting && !edits && !isChange(rest)) return;
  const source = program === "find" ? undefined : sourceOf(command);
  if (source !== undefined && programOf(source.run[0]) === "find")
    addListed({ ...source, run: [...source.run, DELETE] }, cwd, found);
  const listed = listedFiles(values, readBy(command), cwd);
  found.hasUnknown ||= listed.isUnknown || isHidden(values, source);
  const isWhole = listed.folders.length > 0;
  const paths = isWhole ? listed.folders : listed.files;
  found.paths.push(...paths.map((path) => ({ path, cwd, whole: isWhole })));
}

/** They can change files from a search or a list. */
const EDITS = /^(?:(?:ba|da|k|z|a)?sh|sed|perl|python[\d.]*|ruby|node|bun|php|[gm]?awk|ed|ex|n?vim?)$/;
const DELETE: MeantWord = { value: "-delete", isUnknown: false, isBuilt: false };

/** The first command of the pipe that feeds a command. */
function sourceOf({ pipedFrom }: MeantCommand): MeantCommand | undefined {
  let source = pipedFrom;
  while (source?.pipedFrom !== undefined) source = source.pipedFrom;
  return source;
}

/** `echo sterces/k | rev | xargs touch`, `xargs -I{} touch sec{}/k`: no list contains the names in their final form. */
function isHidden(values: readonly string[], source: MeantCommand | undefined): boolean {
  if (source === undefined) return false;
  const at = values.findIndex((value) => /^(?:-I|-i|--replace)/.test(value));
  const [, joined = ""] = /^(?:-I|-i|--replace=?)(.*)/.exec(values[at] ?? "") ?? [];
  const mark = joined !== "" ? joined : values[at] === "-I" ? (values[at + 1] ?? "") : "{}";
  const isPart = (value: string) =>
    value
      .split(mark)
      .slice(0, -1)
      .some((before) => /[^\s"'`=/]$/.test(before));
  const isMade = /^(?:echo|printf)$/.test(programOf(source.run[0]));
  return isMade || (at !== -1 && mark !== "" && values.slice(at + 1).some(isPart));
}

/** With each number of leading folders that `-p` may strip. */
function namesInPatch(text: string): string[] {
  const lines = text.replaceAll("\\n", "\n").split("\n");
  return lines.flatMap((line) => {
    const [, name = ""] =
      /^(?:\+\+\+|---|rename to|rename from|copy to|\*\*\* (?:Add|Update|Delete) File:|\*\*\* Move to:) "?([^"\t]+)/.exec(
        line.trim(),
      ) ?? [];
    if (name === "" || name === "/dev/null") return [];
    const parts = name.trim().split("/");
    return parts.slice(0, 4).map((_, cut) => parts.slice(cut).join("/"));
  });
}

const UNPACKS =
  /^(?:\S*\/)?(?:unzip|unar|7za?\s[xe]|cpio\s(?:.*\s)?(?:-\w*i|--extract)|tar\s(?:-?[a-z]*x|.*\s(?:-\w*x|--extract)))/;

function pathsInWord({ value: given, isUnknown, isBuilt }: MeantWord, cwd: string): string[] {
  const written = given.replace(OWN_FOLDER, cwd);
  // An unset variable is empty.
  const value = isUnknown && !isBuilt ? written.replace(/\$\{?\w+\}?/g, "") : written;
  if (value === "" || value.length > 4096 || value.includes("\0")) return [];
  // `secrets/$1` is about that folder.
  if (isBuilt || (isUnknown && /[$`]/.test(value))) return /^([^$`]+)\//.exec(value)?.slice(1) ?? [];
  // `of=secrets/k`, `--output=secrets/k`, `-osecrets/k`, `user@host:secrets/k`, `HEAD:secrets/k`.
  const parts = [value, ...value.split(/[=:]/).slice(1), ...(/^-\w./.test(value) ? [value.slice(2)] : [])];
  return parts
    .filter((part) => part !== "")
    .flatMap((part) => (/[*?[]/.test(part) ? [part, ...lookUp(part, cwd)] : [part]));
}

/** Names in quotes, and words with a `/` or a dot, in source of any language. */
function namesInSource(text: string): string[] {
  const quoted = [...text.matchAll(/(["'`])((?:(?!\1)[^\\\n]){1,1000})\1/g)].map(([, , name = ""]) => name);
  const bare = text.match(/[\w.~+@%/\\-]*[/.][\w.~+@%/\\-]+/g) ?? [];
  return [...quoted, ...bare];
}

/**
 * The files that a tool call is about, as far as its input shows: the path fields of any tool, and every word of a shell
 * command that can be a path, redirections included. For gates, which must not be passed by another tool.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compileGlob } from "../matcher/glob.ts";
import type { NamedPath } from "./path-glob.ts";
import { type MeantCommand, type MeantWord, toMeaning } from "./shell-meaning.ts";

interface CallPaths {
  paths: (NamedPath & { cwd: string })[];
  /** A path that only the shell can know is written to or changed into. */
  hasUnknown: boolean;
}

const PATH_FIELD = /path|file|folder|dir|destination|target|source|uri/i;
/** What happens to a folder that they are given happens to everything inside. */
const ON_FOLDERS = new Set("rm mv rsync ln rmdir unlink rename chmod chown chgrp tar trash shred".split(" "));
/** Programs that make code of their arguments or their input; to others a text is a text. */
const RUNS_CODE =
  /^(?:(?:ba|da|k|z|a|fi)?sh|eval|source|\.|python[\d.]*|node|nodejs|bun|deno|perl|ruby|php|lua|osascript|pwsh|powershell|[gm]?awk|sed|xargs|find|ssh|su|sudo|watch|parallel|script|tclsh|expect|make)$/;
/** Words that are code: shell text, or source that opens files by name. */
const CODE = /[\s;|&<>()"']/;
const MAX_DEPTH = 4;
const MAX_MATCHES = 1000;

export function pathsOfCall(tool: Readonly<Record<string, unknown>>, cwd: string): CallPaths {
  const fields = Object.entries(tool).flatMap(([name, value]) => (PATH_FIELD.test(name) ? texts(value) : []));
  const paths = fields.map((path) => ({ path, cwd }));
  const command = tool.command;
  if (typeof command !== "string") return { paths, hasUnknown: false };
  const found = pathsInShell(command, cwd, 0);
  return { paths: [...paths, ...found.paths], hasUnknown: found.hasUnknown };
}

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function pathsInShell(text: string, cwd: string, depth: number): CallPaths {
  const found: CallPaths = { paths: [], hasUnknown: false };
  for (const command of toMeaning(text, { cwd })) addPathsOf(command, cwd, depth, found);
  return found;
}

function addPathsOf(command: MeantCommand, cwd: string, depth: number, found: CallPaths): void {
  const here = command.cwd ?? cwd;
  const whole = command.words.some(({ value }) => ON_FOLDERS.has(value.split("/").at(-1) ?? ""));
  const writes = command.redirections.filter(({ operator }) => operator.includes(">"));
  const isLost = command.cwd === undefined && writes.length > 0;
  if (isLost || writes.some(({ target }) => target.isUnknown) || isFedUnknown(command))
    found.hasUnknown = true;
  const words = [...command.words, ...command.redirections.map(({ target }) => target)];
  for (const word of words) {
    for (const path of pathsInWord(word, here))
      found.paths.push({ path, cwd: here, ...(whole ? { whole } : {}) });
  }
  if (depth === MAX_DEPTH || !words.some(({ value }) => RUNS_CODE.test(value.split("/").at(-1) ?? "")))
    return;
  const code = [
    ...command.words.map(({ value }) => value).filter((value) => CODE.test(value)),
    ...command.heredocs,
  ];
  for (const text of code) {
    const inner = pathsInShell(text, here, depth + 1);
    found.paths.push(...inner.paths, ...namesInSource(text).map((path) => ({ path, cwd: here })));
    found.hasUnknown ||= inner.hasUnknown;
  }
}

/** A shell that reads its commands from something that is not plain text here. */
export function isFedUnknown({ words, pipedFrom, redirections }: MeantCommand): boolean {
  const [program, ...rest] = words;
  if (program === undefined) return false;
  const name = program.value.split("/").at(-1) ?? "";
  if (program.isUnknown) return true;
  if (name === "eval" || name === "source" || name === ".") return rest.some(({ isUnknown }) => isUnknown);
  if (!/^(?:ba|da|k|z|a)?sh$/.test(name)) return false;
  if (
    rest.some(
      ({ value }, i) =>
        /^-\w*c$/.test(rest[i - 1]?.value ?? "") && value !== "" && rest[i]?.isUnknown === true,
    )
  )
    return true;
  const readsInput = !rest.some(({ value }) => !value.startsWith("-"));
  if (!readsInput || redirections.some(({ operator }) => operator.includes("<<"))) return false;
  return pipedFrom !== undefined && !isLiteral(pipedFrom);
}

/** `echo "…" | sh`: its text stands in the command. */
export function isLiteral({ words }: MeantCommand): boolean {
  return /^(?:echo|printf)$/.test(words[0]?.value ?? "") && words.every(({ isUnknown }) => !isUnknown);
}

function pathsInWord({ value, isUnknown }: MeantWord, cwd: string): string[] {
  if (isUnknown || value === "" || value.length > 4096 || value.includes("\0")) return [];
  // `of=secrets/k`, `--output=secrets/k`, `-osecrets/k`, `user@host:secrets/k`, `HEAD:secrets/k`.
  const parts = [value, ...value.split(/[=:]/).slice(1), ...(/^-\w./.test(value) ? [value.slice(2)] : [])];
  return parts
    .filter((part) => part !== "")
    .flatMap((part) => (/[*?[]/.test(part) ? [part, ...lookUp(part, cwd)] : [part]));
}

/** `sec*` is what the shell makes of it: folder by folder. */
function lookUp(pattern: string, cwd: string): string[] {
  const rooted = pattern.startsWith("/");
  let found = [rooted ? "/" : cwd];
  for (const part of pattern.split("/").filter((each) => each !== "")) {
    const test = /[*?[]/.test(part) ? toNameTest(part) : undefined;
    found = found.flatMap((dir) =>
      test === undefined
        ? [join(dir, part)]
        : namesIn(dir)
            .filter(test)
            .map((name) => join(dir, name)),
    );
    if (found.length > MAX_MATCHES) found.length = MAX_MATCHES;
  }
  return found;
}

function toNameTest(part: string): (name: string) => boolean {
  try {
    return compileGlob(part.replaceAll("**", "*"));
  } catch {
    // Not closed: to the shell it is a name.
    return (name) => name === part;
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    // Gone or not ours: the shell will find nothing either.
    return [];
  }
}

/** Names in quotes, and words with a `/` or a dot, in source of any language. */
function namesInSource(text: string): string[] {
  const quoted = [...text.matchAll(/(["'`])((?:(?!\1)[^\\\n]){1,1000})\1/g)].map(([, , name = ""]) => name);
  const bare = text.match(/[\w.~+@%/\\-]*[/.][\w.~+@%/\\-]+/g) ?? [];
  return [...quoted, ...bare];
}

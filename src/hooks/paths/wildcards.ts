/** Resolves the files that a command names: wildcards, searches and their contents. */
import { type Dirent, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readRegular } from "../../platform/files.ts";
import { compileGlob } from "../matcher/glob.ts";

const MAX_MATCHES = 1000;
/** Longer texts are not scripts written by people. */
export const MAX_TEXT = 200_000;

/** Undefined if it is not a file, is missing, or is too long for a script. */
export function readScriptText(file: string): string | undefined {
  try {
    return readRegular(file, MAX_TEXT).toString("utf8");
  } catch {
    return undefined;
  }
}

/** Files with these names in a folder and below it, within a short scan. In any case: `-iname`. */
function filesBelow(folder: string, names: readonly string[]): string[] {
  const tests = names.map((name) => toNameTest(name.toLowerCase()));
  const test = (name: string) => tests.some((each) => each(name.toLowerCase()));
  const open = [folder];
  const found: string[] = [];
  for (let looked = 0; looked < MAX_MATCHES; looked++) {
    const dir = open.pop();
    if (dir === undefined) break;
    for (const entry of entriesIn(dir)) {
      if (entry.isDirectory()) open.push(join(dir, entry.name));
      else if (test(entry.name)) found.push(join(dir, entry.name));
    }
  }
  return found;
}

interface Listed {
  files: string[];
  /** Read by `xargs -a`, or redirected. */
  lists: string[];
  /** Folders of a search without a name. */
  folders: string[];
  /** A list cannot be read. */
  isUnknown: boolean;
}

/** `find … -exec sh {} \\;`, `xargs -a list rm`: the files from a search or list. `read`: redirected input. */
export function listedFiles(values: readonly string[], read: readonly string[], cwd: string): Listed {
  const program = values[0]?.split("/").at(-1);
  const valuesOf = (option: RegExp) =>
    values.flatMap((value, i) => (option.test(value) ? (values[i + 1] ?? []) : []));
  if (program === "find") {
    const names = values.some((value) => /^(?:!|-not)$/.test(value)) ? [] : valuesOf(/^-i?name$/);
    const end = values.findIndex((value, i) => i > 0 && value.startsWith("-"));
    const given = values.slice(1, end === -1 ? undefined : end);
    const folders = given.length === 0 ? ["."] : given;
    const tests = names.length === 0 ? ["*"] : names;
    const files = folders.flatMap((folder) => filesBelow(resolve(cwd, folder), tests));
    return { files, lists: [], folders: names.length === 0 ? folders : [], isUnknown: false };
  }
  const isList = program === "xargs" || program === "parallel";
  const lists = (isList ? [...read, ...valuesOf(/^(?:-a|--arg-file)$/)] : []).map((list) =>
    resolve(cwd, list),
  );
  const texts = lists.map(readScriptText);
  const files = texts.flatMap((text = "") => text.split(/\s+/)).filter((word) => word !== "");
  return { files, lists, folders: [], isUnknown: texts.includes(undefined) };
}

/** Expands `sec*` as the shell does: folder by folder. */
export function lookUp(pattern: string, cwd: string): string[] {
  const rooted = pattern.startsWith("/");
  let found = [rooted ? "/" : cwd];
  for (const part of pattern.split("/").filter((each) => each !== "")) {
    const test = /[*?[]/.test(part) ? toNameTest(part) : undefined;
    found = found.flatMap((dir) =>
      test === undefined
        ? [join(dir, part)]
        : entriesIn(dir)
            .map(({ name }) => name)
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
    // Not closed, so the shell treats it as a name.
    return (name) => name === part;
  }
}

function entriesIn(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    // Missing or inaccessible: the shell will find nothing either.
    return [];
  }
}

/**
 * One file has many names: relative and absolute, with `..`, through links, in another case. A glob is compared with all of
 * them, so that spelling cannot bypass a gate.
 */
import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import nodePath, { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import { checkoutOf } from "../../platform/git.ts";
import { Lru } from "../../platform/lru.ts";
import { compileGlob, type TextTest } from "../matcher/glob.ts";

export interface NamedFile {
  /** As it is written. */
  path: string;
  /** The base of a relative path. */
  cwd: string;
  /** What relative globs start from. */
  projectDir: string;
  /** The operation includes everything inside: `rm -r`, `mv`. */
  whole?: boolean;
}

interface Names {
  /** Names derived from the text alone: absolute, and relative to the project; with `/`. */
  readonly written: string[];
  /** Names of the file behind all links. */
  readonly real: string[];
}

/** Computed on demand and once per file, because many globs use them. */
export function namesOf(file: NamedFile): Names {
  const cached = namesByFile.get(file);
  if (cached !== undefined) return cached;
  const namesBy = (resolved: (path: string) => string) =>
    absolutes(file).flatMap((each) => named(resolved(each), file));
  let real: string[] | undefined;
  const names: Names = {
    written: namesBy(normalize),
    get real() {
      real ??= namesBy(realOf);
      return real;
    },
  };
  namesByFile.set(file, names);
  return names;
}

const namesByFile = new WeakMap<NamedFile, Names>();

/** If the system allows `\\` in a name, both meanings count. */
function absolutes({ path, cwd }: NamedFile): string[] {
  const written = path.includes("\\") && sep === "/" ? [path, path.replaceAll("\\", "/")] : [path];
  return written.map((each) => toAbsolute(each, cwd));
}

function toAbsolute(path: string, cwd: string): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir(), path.slice(1));
  // Not normalized: `link/..` is the parent of the link's target.
  return isAbsolute(path) ? path : `${cwd}${sep}${path}`;
}

function named(absolute: string, { cwd, projectDir }: NamedFile): string[] {
  const path = absolute.length > 1 ? absolute.replace(/[\\/]+$/, "") : absolute;
  const names = [path, ...basesOf(projectDir, cwd).map((base) => relative(base, path) || ".")];
  return names.map((each) => toComparable(sep === "/" ? each : each.replaceAll(sep, "/")));
}

/** The same letter can be written as one or as two code points. */
function toComparable(path: string): string {
  return path.normalize("NFC");
}

/**
 * The path behind all links. A missing file is named relative to its nearest existing folder. A link to a missing file counts
 * as that file, because writing to the link creates it. A link may lead to a link; a limit ends cycles.
 */
function realOf(path: string, links = 40): string {
  const tail: string[] = [];
  for (let head = path; ; ) {
    try {
      return join(realpathSync.native(head), ...tail);
    } catch {
      const target = links > 0 ? linkTarget(head) : undefined;
      if (target !== undefined)
        return join(realOf(resolve(realOf(dirname(head)), target), links - 1), ...tail);
      const above = dirname(head);
      if (above === head) return normalize(path);
      tail.unshift(basename(head));
      head = above;
    }
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
      ? readlinkSync(path)
      : undefined;
  } catch {
    return undefined;
  }
}

const bases = new Lru<string, string[]>(500);
const folded = new Lru<string, boolean>(500);

/** The project, and the session's checkout: a git worktree has the hooks of its main checkout. */
function basesOf(projectDir: string, cwd: string): string[] {
  const key = `${projectDir}\0${cwd}`;
  const known = bases.get(key);
  if (known !== undefined) return known;
  const all = [projectDir, checkoutOf(cwd)].flatMap((dir) => (dir === undefined ? [] : [dir, realOf(dir)]));
  const found = [...new Set(all.map((dir) => normalize(dir).replace(/(.)[\\/]+$/, "$1")))];
  bases.set(key, found);
  return found;
}

/** True if `A` and `a` are one file in this folder. The file system decides: any system can have both kinds. */
function ignoresCase(dir: string): boolean {
  const known = folded.get(dir) ?? isSameFile(dir, swapCase(dir));
  folded.set(dir, known);
  return known;
}

function swapCase(path: string): string {
  return path.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function isSameFile(a: string, b: string): boolean {
  if (a === b) return false;
  try {
    const [one, other] = [statSync(a), statSync(b)];
    return one.ino === other.ino && one.dev === other.dev;
  } catch {
    return false;
  }
}

type PathRules = Pick<typeof nodePath.posix, "relative" | "isAbsolute" | "sep">;

/** Both are absolute and real. `path` implements the system's rules, such as case and drive letters on Windows. */
export function isInside(file: string, folder: string, path: PathRules = nodePath): boolean {
  const way = path.relative(folder, file);
  return way !== "" && way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

export interface PathTest {
  /** One of the file's names matches. */
  some(this: void, file: NamedFile): boolean;
  /** The file behind all links matches: for a negated condition, which an alias must not satisfy. */
  really(this: void, file: NamedFile): boolean;
}

/**
 * A glob over files: relative to the project, absolute, or a bare name; docs/hooks.md has the table. `isFolding`: tells whether
 * a folder ignores case. Throws `BadGlob`.
 */
export function compilePathGlob(pattern: string, isFolding = ignoresCase): PathTest {
  const own = toComparable(toProjectPattern(pattern));
  const exact = compileOne(own);
  // Compiled only if a file system needs it.
  let folding: TextTest | undefined;
  const [prefix = ""] = own.split(/[*?[{\\]/);
  const matches =
    ({ projectDir, whole }: NamedFile) =>
    (name: string) => {
      if (whole === true && (name === "." || prefix.startsWith(`${name}/`))) return true;
      if (!isFolding(projectDir)) return exact(name);
      folding ??= compileOne(own.toLowerCase());
      return folding(name.toLowerCase());
    };
  const really = (file: NamedFile) => namesOf(file).real.some(matches(file));
  return { some: (file) => namesOf(file).written.some(matches(file)) || really(file), really };
}

function compileOne(pattern: string): TextTest {
  const test = compileGlob(pattern);
  // `secrets/**` includes the folder itself, because moving it moves its content.
  if (!pattern.endsWith("/**")) return test;
  const folder = compileGlob(pattern.slice(0, -3));
  return (name) => test(name) || folder(name);
}

/** `./src/*` is `src/*`, `src/` is everything inside, `~/x` is in the user's home. */
function toProjectPattern(pattern: string): string {
  const plain = pattern.replaceAll("\\\\", "/").replace(/^(?:\.\/)+/, "");
  const home = plain.startsWith("~/") ? `${homedir()}${plain.slice(1)}` : plain;
  return home.endsWith("/") && home.length > 1 ? `${home}**` : home;
}

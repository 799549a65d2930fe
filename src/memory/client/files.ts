/**
 * Lists and reads the files of a memory folder. Nothing outside of the folder is ever opened: links that lead outside are
 * skipped, pipes and devices are not files, and a file is read up to a limit.
 */
import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

export interface FoundFile {
  /** Below the folder, with `/`. */
  file: string;
  path: string;
  mtimeMs: number;
  size: number;
}

interface ReadFile {
  text: string;
  hash: string;
  /** Longer than what is read. */
  isCut: boolean;
}

const DEEPEST = 3;
const MOST_FILES = 20_000;
const LARGEST = 256 * 1024;
const BATCH = 200;

/** Undefined if the folder does not exist. Yields between batches, so that others get their answers. */
export async function listFiles(dir: string): Promise<FoundFile[] | undefined> {
  const root = realDir(dir);
  if (root === undefined) return undefined;
  const found: FoundFile[] = [];
  const folders: { path: string; depth: number }[] = [{ path: root, depth: 0 }];
  let looked = 0;
  for (const folder of folders) {
    for (const name of namesIn(folder.path)) {
      if (found.length >= MOST_FILES) return found;
      if (++looked % BATCH === 0) await new Promise((done) => setImmediate(done));
      const path = join(folder.path, name);
      const kind = kindOf(path, root);
      if (kind === undefined) continue;
      if (kind.isDirectory) {
        if (folder.depth + 1 < DEEPEST && !name.startsWith("."))
          folders.push({ path, depth: folder.depth + 1 });
      } else if (isMarkdown(name)) {
        const file = relative(root, path).split(sep).join("/");
        found.push({ file, path, mtimeMs: kind.mtimeMs, size: kind.size });
      }
    }
  }
  return found;
}

const isMarkdown = (name: string) => /\.(?:md|markdown)$/i.test(name) && !name.startsWith(".");

/** One file by its path, if it is in the folder. */
export function fileIn(dir: string, path: string): FoundFile | undefined {
  const root = realDir(dir);
  if (root === undefined) return undefined;
  const inside = relative(root, realOf(path) ?? path);
  const file = (inside.startsWith("..") ? relative(dir, path) : inside).split(sep).join("/");
  if (file === "" || file.startsWith("../") || file.startsWith("/") || /^[A-Za-z]:/.test(file))
    return undefined;
  if (file.split("/").length > DEEPEST || !isMarkdown(file.slice(file.lastIndexOf("/") + 1)))
    return undefined;
  const kind = kindOf(join(root, file), root);
  if (kind === undefined || kind.isDirectory) return undefined;
  return { file, path: join(root, file), mtimeMs: kind.mtimeMs, size: kind.size };
}

export async function readText(path: string): Promise<ReadFile | undefined> {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return undefined;
    const isCut = stats.size > LARGEST;
    const bytes = isCut ? await Bun.file(path).slice(0, LARGEST).bytes() : await readFile(path);
    const hash = new Bun.CryptoHasher("sha256").update(bytes);
    // The rest of a large file is not read, so its size and time are part of the hash.
    if (isCut) hash.update(`${stats.size} ${stats.mtimeMs}`);
    return { text: new TextDecoder().decode(bytes), hash: hash.digest("hex").slice(0, 32), isCut };
  } catch {
    // Deleted since it was listed, or unreadable.
    return undefined;
  }
}

interface Kind {
  isDirectory: boolean;
  mtimeMs: number;
  size: number;
}

function kindOf(path: string, root: string): Kind | undefined {
  try {
    const own = lstatSync(path);
    if (own.isSymbolicLink()) {
      const target = realOf(path);
      if (target === undefined || !`${target}${sep}`.startsWith(`${root}${sep}`)) return undefined;
      const to = statSync(path);
      // A linked folder may lead back to itself.
      return to.isFile() ? { isDirectory: false, mtimeMs: to.mtimeMs, size: to.size } : undefined;
    }
    if (!own.isFile() && !own.isDirectory()) return undefined;
    return { isDirectory: own.isDirectory(), mtimeMs: own.mtimeMs, size: own.size };
  } catch {
    // Deleted since it was listed, or inaccessible.
    return undefined;
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    // Missing or unreadable: no files.
    return [];
  }
}

function realDir(dir: string): string | undefined {
  const real = realOf(dir);
  try {
    return real !== undefined && statSync(real).isDirectory() ? real : undefined;
  } catch {
    // Gone between the two looks.
    return undefined;
  }
}

export function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    // Not there: nothing to read.
    return undefined;
  }
}

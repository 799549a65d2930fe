/** Small files of Pawl's home, read without `node:fs` and without the threads that `Bun.file` starts: together a millisecond. */

import { textOf } from "../../platform/connection.ts";

/** Undefined if it does not exist. */
export async function textIfThere(path: string): Promise<string | undefined> {
  try {
    const known = textNow(path);
    if (known !== undefined) return known;
    // A FIFO in the file's place would never end.
    return (await Bun.file(path).stat()).isFile() ? await Bun.file(path).text() : "";
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Undefined where it cannot be mapped: an empty file, one of `/proc`, Windows. Throws if it does not exist. */
function textNow(path: string): string | undefined {
  if (process.platform === "win32") return undefined;
  try {
    // Copied by decoding; Pawl replaces its files whole, so none gets shorter meanwhile.
    return textOf(Bun.mmap(path, { shared: false }));
  } catch (error) {
    if (isMissing(error)) throw error;
    return undefined;
  }
}

export async function belongsToOthers(dir: string): Promise<boolean> {
  const mine = process.geteuid?.();
  if (mine === undefined) return false;
  try {
    // Follows links: what counts is where the files are.
    return (await Bun.file(dir).stat()).uid !== mine;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

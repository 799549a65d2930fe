/** Writes the client's own files atomically, and never over another program's change. */
import { constants, copyFile, open, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { PawlError } from "../../platform/errors.ts";
import { replaceFileAsync } from "../../platform/files.ts";
import { fileIn, readText } from "./files.ts";
import { INDEX_FILE, withIndexLine } from "./index-file.ts";

/** `hash`: of the text before the change. */
export async function writeIfSame(path: string, text: string, hash: string): Promise<void> {
  const { mode } = await stat(path).catch(() => ({ mode: 0o600 }));
  const isReady = async () => (await readText(path))?.hash === hash;
  const options = { mode: mode & 0o777, ready: isReady };
  if (!(await replaceFileAsync(path, (draft) => writeFile(draft, text), options))) throw changed(path);
}

/** Throws if the file exists already. */
export async function writeNew(path: string, text: string): Promise<void> {
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new PawlError("client_file_exists", `There is already a file ${path}.`, {
      hint: "Choose another name. Nothing was changed.",
      params: { path },
    });
  }
}

/** The file is moved aside first, so that exactly the checked version is deleted, even during a concurrent write. */
export async function removeIfSame(path: string, hash: string): Promise<void> {
  const aside = join(dirname(path), `.${basename(path).slice(0, 60)}.${crypto.randomUUID()}.tmp`);
  await rename(path, aside).catch(() => {
    throw changed(path);
  });
  if ((await readText(aside))?.hash === hash) {
    await unlink(aside);
    return;
  }
  // Restored, unless a newer file is there by now.
  await copyFile(aside, path, constants.COPYFILE_EXCL).catch(() => undefined);
  await unlink(aside);
  throw changed(path);
}

const TRIES = 8;

/** Sets the file's line in the index; undefined removes it. Concurrent edits of the index by the model are preserved. */
export async function writeIndexLine(dir: string, file: string, line: string | undefined): Promise<void> {
  const path = join(dir, INDEX_FILE);
  for (let attempt = 1; ; attempt++) {
    const found = fileIn(dir, path);
    const read = found === undefined ? undefined : await readText(found.path);
    const next = withIndexLine(read?.text ?? "", file, line);
    if (read?.isCut === true || next === (read?.text ?? "")) return;
    try {
      if (read === undefined) await writeNew(path, next);
      else await writeIfSame(path, next, read.hash);
      return;
    } catch (error) {
      const isRace =
        error instanceof PawlError &&
        (error.code === "client_file_changed" || error.code === "client_file_exists");
      if (!isRace || attempt >= TRIES) throw error;
    }
  }
}

function changed(path: string): PawlError {
  return new PawlError("client_file_changed", `${path} has changed since it was read.`, {
    hint: "Read it again and repeat the change. Nothing was changed.",
    params: { path },
  });
}

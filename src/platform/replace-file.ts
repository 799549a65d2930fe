/**
 * Puts a file in its place whole or not at all. It is written as a draft beside its place, synced, then renamed: a
 * crash or a full disk leaves the old file or the new one. The global `crypto` is there anyway; importing `node:crypto`
 * costs more than the runtime's whole start, and `pawl hook` comes here.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  promises,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { PawlError } from "./errors.ts";

interface ReplaceOptions {
  /** Pawl's own files are private. */
  mode?: number;
}

/** `fill` writes the draft, which is there already, empty and with its mode; what it throws leaves the old file alone. */
export function replaceFile(
  path: string,
  fill: (draft: string) => void,
  {
    mode = PRIVATE,
    isSynced = true,
    ready,
  }: ReplaceOptions & { isSynced?: boolean; ready?: () => void } = {},
): void {
  refuseSpecial(path);
  const draft = draftOf(path);
  closeSync(openSync(draft, "wx", mode));
  try {
    fill(draft);
    if (isSynced) sync(draft);
    // The mode given to open() passes through the umask; here it is meant.
    chmodSync(draft, mode);
    ready?.();
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function sync(path: string): void {
  const file = openSync(path, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same for one who does not hold up others meanwhile. False when `ready` said no, and nothing was changed. */
export async function replaceFileAsync(
  path: string,
  fill: (draft: string) => Promise<unknown>,
  { mode = PRIVATE, ready }: ReplaceOptions & { ready?: () => Promise<boolean> } = {},
): Promise<boolean> {
  refuseSpecial(path);
  const draft = draftOf(path);
  await (await promises.open(draft, "wx", mode)).close();
  try {
    await fill(draft);
    const file = await promises.open(draft, "r+");
    try {
      await file.sync();
    } finally {
      await file.close();
    }
    await promises.chmod(draft, mode);
    const isReady = ready === undefined || (await ready());
    if (isReady) await promises.rename(draft, path);
    else await promises.rm(draft, { force: true });
    return isReady;
  } catch (error) {
    await promises.rm(draft, { force: true });
    throw error;
  }
}

const PRIVATE = 0o600;

/** The rename would put a file in the place of a device: `/dev/null`, for everybody on the machine. Links are followed. */
function refuseSpecial(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return;
  throw new PawlError("target_special", `${path} is not a regular file`, {
    hint: "Nothing was written.",
    params: { path },
  });
}

/** A name of its own: two processes may write the same file at once, and whoever comes last stays. */
function draftOf(path: string): string {
  // Cut, so that a long name has room for what is added.
  return join(dirname(path), `${draftStart(path)}${process.pid}-${crypto.randomUUID()}.tmp`);
}

const draftStart = (path: string): string => `.${basename(path).slice(0, 60)}.`;

/** Removes drafts of this file that a killed process left. */
export function removeLeftDrafts(path: string): void {
  const start = draftStart(path);
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(start) || !name.endsWith(".tmp")) continue;
    const pid = /^(\d+)-[0-9a-f-]{36}\.tmp$/.exec(name.slice(start.length))?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(path), name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

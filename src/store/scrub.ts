/**
 * Overwrites what SQLite leaves of deleted rows. `secure_delete` overwrites a row where it stood last; but rows move
 * between pages as a tree grows and shrinks, and what they leave behind stays in the unused part of a page until
 * somebody needs the room. VACUUM would get rid of it by writing the whole database again; this changes only bytes
 * that mean nothing.
 *
 * Every page is looked at once. From then on only those that were written since can hold anything, and the log names them: see
 * settle.ts. If somebody else has begun the log anew, as the last one who closes the database does, it is not known which
 * ones these were, and all are looked at again. The daemon does that when it has nothing else to do.
 */
import { Database } from "bun:sqlite";
import { fdatasyncSync } from "node:fs";
import { type CleanPages, knownBy, SELECT_CLEAN } from "./clean-pages.ts";
import { readLog, usedLogBytes } from "./log-file.ts";
import { hasUnused, isZero } from "./page-bytes.ts";
import { type RawFile, withRawFile } from "./raw-file.ts";
import { CHANGED, settle } from "./settle.ts";

/** Pages that are read at once: they fit into the processor's cache. */
const READ_AT_ONCE = 64;
/** Pages that are looked at, or found, before that is noted: each time whoever writes waits for the disk. */
const SECTION = 65_536;
const FOUND = 4 * CHANGED;
/** All pages, also those that come later. */
const ALL = 2 ** 32;
/** A log of this size is emptied, 4 MB, unless others write all the while. */
const LONG_LOG = 2 ** 22;
/** At this size, 32 MB, they wait for it: half of what SQLite itself would let it have. */
const TOO_LONG_LOG = 2 ** 25;
/** Its file is cut to that, 16 MB. */
const KEPT_LOG = 2 ** 24;
/** How often that is tried. */
const AGAIN_MS = 250;
/** After this much reading, other work gets its turn. */
const SLICE_MS = 8;

interface Progress {
  /** For a work beside others: half of the time is theirs. */
  isPaced?: boolean;
  signal?: AbortSignal | undefined;
  onProgress?(done: number, total: number): void;
}

/** False if other processes read all the while, so that the log could not be emptied. */
export async function scrub(path: string, patienceMs: number, progress: Progress = {}): Promise<boolean> {
  const isPolite = progress.isPaced === true;
  const all = async (file: RawFile): Promise<boolean> => {
    let known = await settle(file);
    // There was no log: now there is one, and the next one follows upon it.
    if (known?.log === null) known = await settle(file);
    for (let tries = 0; known !== undefined && known.doneTo < ALL && progress.signal?.aborted !== true; ) {
      const next = await nextSection(file, known, progress);
      // Somebody else has begun the log anew, or it was deleted. If that goes on, the next call does it.
      tries = next !== undefined && next.era === known.era && next.doneTo > known.doneTo ? 0 : tries + 1;
      known = tries < TRIES ? next : undefined;
      // Or a thread would never hear that it is to stop.
      await Bun.sleep(0);
    }
    fdatasyncSync(file.fd);
    return known !== undefined;
  };
  return withRawFile(path, patienceMs, all, { isPolite, keptLog: isPolite ? KEPT_LOG : 0 });
}

/** Empties a long log, as SQLite would do by itself without noting what it held. If others hold it up, the next call does it. */
export function createLogSettler(path: string) {
  let triedAt = Number.NEGATIVE_INFINITY;
  return async (): Promise<void> => {
    const bytes = usedLogBytes(path);
    if (bytes < LONG_LOG || performance.now() - triedAt < AGAIN_MS) return;
    await withRawFile(path, 0, (file) => settle(file), {
      isPolite: bytes < TOO_LONG_LOG,
      keptLog: KEPT_LOG,
    });
    // From its end: whoever waits for the disk must not do it all the time.
    triedAt = performance.now();
  };
}

/** Whether every page has been looked at, and nothing was written since that is not noted. */
export function isScrubbed(path: string): boolean {
  const db = new Database(path, { readonly: true });
  try {
    const known = db.query<CleanPages, []>(SELECT_CLEAN).get();
    return knownBy(known, readLog(path).salt).doneTo >= ALL;
  } finally {
    db.close();
  }
}

async function nextSection(
  file: RawFile,
  { era, doneTo: from }: CleanPages,
  progress: Progress,
): Promise<CleanPages | undefined> {
  const { pages, to } = await findUnused(file, from, progress);
  if (to === ALL && !(await clearFree(file))) return undefined;
  return settle(file, {
    pages,
    // Another process may have been here meanwhile, or the log is not the one after the last.
    run: (known) => (known.era === era && known.doneTo === from ? to : known.doneTo),
  });
}

async function findUnused(
  { pageSize: size, read, count }: RawFile,
  from: number,
  { isPaced = false, signal, onProgress }: Progress,
): Promise<{ pages: number[]; to: number }> {
  const pages: number[] = [];
  const buffer = Buffer.allocUnsafe(READ_AT_ONCE * size);
  let began = performance.now();
  let to = from;
  while (to < from + SECTION && pages.length < FOUND && signal?.aborted !== true) {
    const bytes = read(buffer, to + 1);
    for (let at = 0; at + size <= bytes; at += size)
      if (hasUnused(buffer, at, size)) pages.push(to + 1 + at / size);
    if (bytes < buffer.length) return { pages, to: ALL };
    to += READ_AT_ONCE;
    const tookMs = performance.now() - began;
    if (tookMs < SLICE_MS) continue;
    onProgress?.(to, count());
    await Bun.sleep(isPaced ? tookMs : 0);
    began = performance.now();
  }
  return { pages, to };
}

/**
 * Pages that belong to nobody are zero, but for those of a table that was dropped in a hurry. False if others read or write all
 * the while.
 */
async function clearFree(file: RawFile): Promise<boolean> {
  const done = new Set<number>();
  for (;;) {
    let found: FreePages = { trunks: [], leaves: [] };
    let tries = 0;
    const after = await settle(file, {
      look() {
        found = findFree(file, done);
      },
      run(known, isSame) {
        if (!isSame) {
          // Whoever writes may take a page from the list. After a few tries it is read again while they wait.
          if (++tries < TRIES) return "again";
          found = findFree(file, done);
        }
        clearPagesOf(file, found);
        return known.doneTo;
      },
    });
    if (after === undefined) return false;
    if (found.leaves.length < CHANGED) return true;
  }
}

const TRIES = 5;

interface FreePages {
  /** Pages of the list, and how many others each names. */
  trunks: { number: number; leaves: number }[];
  /** Pages named there that are not zero. */
  leaves: number[];
}

/** Not many at once; `done`: those whose pages are all zero. What is freed later is zero too. */
function findFree({ pageSize: size, read }: RawFile, done: Set<number>): FreePages {
  const found: FreePages = { trunks: [], leaves: [] };
  const trunk = Buffer.allocUnsafe(size);
  const leaf = Buffer.allocUnsafe(size);
  if (read(trunk, 1) < size) return found;
  let next = trunk.readUInt32BE(32);
  for (let seen = trunk.readUInt32BE(36); next !== 0 && seen > 0; seen--) {
    const number = next;
    if (read(trunk, number) < size) break;
    next = trunk.readUInt32BE(0);
    if (done.has(number)) continue;
    const leaves = Math.min(trunk.readUInt32BE(4), size / 4 - 2);
    const before = found.leaves.length;
    for (let i = 0; i < leaves; i++) {
      const free = trunk.readUInt32BE(8 + i * 4);
      if (read(leaf, free) === size && !isZero(leaf, 0, size)) found.leaves.push(free);
    }
    if (!isZero(trunk, 8 + leaves * 4, size)) found.trunks.push({ number, leaves });
    else if (found.leaves.length === before) done.add(number);
    if (found.leaves.length >= CHANGED) break;
  }
  return found;
}

function clearPagesOf({ pageSize: size, read, write }: RawFile, { trunks, leaves }: FreePages): void {
  const page = Buffer.alloc(size);
  for (const number of leaves) write(page, number);
  for (const trunk of trunks)
    if (read(page, trunk.number) === size) write(page.fill(0, 8 + trunk.leaves * 4), trunk.number);
}

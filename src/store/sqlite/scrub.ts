/**
 * Overwrites what SQLite leaves of deleted rows. `secure_delete` overwrites a row where it stood last; but rows move
 * between pages as a tree grows and shrinks, and what they leave behind stays in the unused part of a page until
 * somebody needs the room. VACUUM would get rid of it by writing the whole database again; this reads every page
 * and changes only bytes that mean nothing.
 */
import { fdatasyncSync } from "node:fs";
import { clearUnused, hasUnused, isZero } from "./page-bytes.ts";
import { type RawFile, withRawFile } from "./raw-file.ts";
import { createPauses } from "./write-pauses.ts";

/** Pages that are read at once: they fit into the processor's cache. */
const READ_AT_ONCE = 64;
/** Pages that are looked at in one go, and those that are changed while other writers wait. */
const LOOKED_AT = 1024;
const CHANGED = 3000;

/** False if other processes read all the while, so that the log could not be emptied. */
export async function scrub(path: string, patienceMs: number): Promise<boolean> {
  return withRawFile(path, patienceMs, async (file) => {
    if (!(await file.emptyLog())) return false;
    const pages = await findUnused(file);
    const pause = createPauses();
    const alone = async (run: () => void): Promise<boolean> => {
      let tookMs = 0;
      const ran = await file.alone(() => {
        const from = performance.now();
        run();
        tookMs = performance.now() - from;
      });
      await pause(tookMs);
      return ran;
    };
    for (let i = 0; i < pages.length; i += CHANGED) {
      const some = pages.slice(i, i + CHANGED);
      if (!(await alone(() => clearPages(file, some)))) return false;
    }
    let isMore = true;
    while (isMore) {
      const ran = await alone(() => {
        isMore = clearFree(file);
      });
      if (!ran) return false;
    }
    fdatasyncSync(file.fd);
    return file.emptyLog();
  });
}

async function findUnused({ pageSize: size, read }: RawFile): Promise<number[]> {
  const pages: number[] = [];
  const buffer = Buffer.allocUnsafe(READ_AT_ONCE * size);
  for (let first = 1; ; first += READ_AT_ONCE) {
    const bytes = read(buffer, first);
    for (let at = 0; at + size <= bytes; at += size) {
      const number = first + at / size;
      // The first page also holds the header, and of records nothing.
      if (number > 1 && hasUnused(buffer, at, size)) pages.push(number);
    }
    if (bytes < buffer.length) return pages;
    if ((first - 1) % LOOKED_AT === 0) await Bun.sleep(0);
  }
}

function clearPages({ pageSize, read, write }: RawFile, pages: readonly number[]): void {
  const page = Buffer.allocUnsafe(pageSize);
  for (const number of pages) {
    if (read(page, number) === pageSize && clearUnused(page)) write(page, number);
  }
}

/** Pages that belong to nobody, and the unused end of the pages that list them; whether there may be more. */
function clearFree({ pageSize: size, read, write }: RawFile): boolean {
  const trunk = Buffer.allocUnsafe(size);
  const leaf = Buffer.allocUnsafe(size);
  if (read(trunk, 1) < size) return false;
  let cleared = 0;
  let next = trunk.readUInt32BE(32);
  for (let seen = trunk.readUInt32BE(36); next !== 0 && seen > 0; seen--) {
    const number = next;
    if (read(trunk, number) < size) return false;
    next = trunk.readUInt32BE(0);
    const leaves = Math.min(trunk.readUInt32BE(4), size / 4 - 2);
    for (let i = 0; i < leaves; i++) {
      const free = trunk.readUInt32BE(8 + i * 4);
      if (read(leaf, free) < size || isZero(leaf, 0, size)) continue;
      write(leaf.fill(0), free);
      cleared++;
    }
    const end = 8 + leaves * 4;
    if (!isZero(trunk, end, size)) write(trunk.fill(0, end), number);
    if (cleared >= CHANGED) return true;
  }
  return false;
}

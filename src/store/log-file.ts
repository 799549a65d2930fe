/**
 * Which pages the write-ahead log holds. Each time that the log begins anew, the first of its two salts grows by one (SQLite's
 * documented file format): it tells whether this log follows directly upon one that was seen before.
 */
import { closeSync, openSync, readSync, statSync } from "node:fs";

export interface LogPages {
  /** Undefined if there is no log. */
  salt: number | undefined;
  /** The page that each of its frames holds. */
  frames: readonly number[];
}

/**
 * SQLite's own limit, 64 MB. Beyond it the log is emptied by whoever writes, which may be a hook, and nobody notes what it held.
 * Twice as much as forgetting one session writes where others hold up the background thread all the while.
 */
export const LONGEST_LOG_PAGES = 16_000;

const HEADER = 32;
const FRAME_HEADER = 24;

const logPath = (database: string): string => `${database}-wal`;

export const logBytes = (database: string): number =>
  statSync(logPath(database), { throwIfNoEntry: false })?.size ?? 0;

/** How many bytes of it count: what follows is of an earlier log. */
export function usedLogBytes(database: string): number {
  const bytes = logBytes(database);
  const fd = bytes < HEADER ? undefined : openSync(logPath(database), "r");
  if (fd === undefined) return 0;
  try {
    const header = readHeader(fd);
    if (header === undefined) return 0;
    const { pageSize, salts } = header;
    const frame = Buffer.alloc(FRAME_HEADER);
    const offset = (number: number) => HEADER + number * (FRAME_HEADER + pageSize);
    let used = 0;
    let most = Math.ceil((bytes - HEADER) / (FRAME_HEADER + pageSize));
    while (used < most) {
      const middle = (used + most) >> 1;
      const isWhole = readSync(fd, frame, 0, FRAME_HEADER, offset(middle)) === FRAME_HEADER;
      if (isWhole && frame.subarray(8, 16).equals(salts)) used = middle + 1;
      else most = middle;
    }
    return offset(used);
  } finally {
    closeSync(fd);
  }
}

function readHeader(fd: number): { pageSize: number; salts: Buffer } | undefined {
  const header = Buffer.alloc(HEADER);
  if (readSync(fd, header, 0, HEADER, 0) < HEADER) return undefined;
  return { pageSize: header.readUInt32BE(8), salts: header.subarray(16, 24) };
}

interface LogPart {
  /** What is not read again. */
  known?: LogPages;
  /** How many frames are read. */
  most?: number;
}

/** Also pages of a transaction that was rolled back or is not yet complete. */
export function readLog(
  database: string,
  { known, most = Number.POSITIVE_INFINITY }: LogPart = {},
): LogPages {
  const none: LogPages = { salt: undefined, frames: [] };
  // No lock of SQLite's is on this file, so that it may be closed again.
  const fd = logBytes(database) < HEADER ? undefined : openSync(logPath(database), "r");
  if (fd === undefined) return none;
  try {
    const header = readHeader(fd);
    if (header === undefined) return none;
    const { pageSize, salts } = header;
    const salt = salts.readUInt32BE(0);
    const frames = known?.salt === salt ? [...known.frames] : [];
    const frame = Buffer.alloc(FRAME_HEADER);
    while (frames.length < most) {
      const at = HEADER + frames.length * (FRAME_HEADER + pageSize);
      if (readSync(fd, frame, 0, FRAME_HEADER, at) < FRAME_HEADER) break;
      // What follows is of an earlier log.
      if (!frame.subarray(8, 16).equals(salts)) break;
      frames.push(frame.readUInt32BE(0));
    }
    return { salt, frames };
  } finally {
    closeSync(fd);
  }
}

/** What came after an earlier look at the same log. */
export const framesSince = (log: LogPages, earlier: LogPages): readonly number[] =>
  log.salt === earlier.salt ? log.frames.slice(earlier.frames.length) : log.frames;

/** The salt of the log after this one. */
export const nextSalt = (salt: number): number => (salt + 1) % 2 ** 32;

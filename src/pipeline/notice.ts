/** What the user has to know, said once, at the next session's start: a notice that was left, and a full disk. */
import { rmSync, statfsSync } from "node:fs";
import { makePrivateDir, readIfThere, writeWhole } from "../platform/files.ts";
import type { Home } from "../platform/paths.ts";

interface Notice {
  at: number;
  text: string;
}

export function leaveNotice(home: Home, notice: Notice): void {
  makePrivateDir(home.dir);
  writeWhole(home.notice, `${JSON.stringify(notice)}\n`);
}

/** Undefined when there is none; afterwards there is none. */
export function takeNotice(home: Home): string | undefined {
  const text = readIfThere(home.notice);
  if (text === undefined) return undefined;
  rmSync(home.notice, { force: true });
  try {
    const notice: unknown = (JSON.parse(text) as Notice).text;
    return typeof notice === "string" ? notice : undefined;
  } catch {
    // Not written by us.
    return undefined;
  }
}

/** What happened while the disk was full may not be recorded. */
export interface DiskNotice {
  /** An event could not be stored, because the disk was full. */
  failed(): void;
  /** How many events that were, and whether it still is full; undefined where all is well. Said once. */
  take(): { events: number; isFull: boolean } | undefined;
}

const LEAST_FREE = 2_000_000;

export function createDiskNotice(home: Home): DiskNotice {
  let events = 0;
  return {
    failed: () => void events++,
    take() {
      const isFull = freeBytes(home.dir) < LEAST_FREE;
      if (events === 0 && !isFull) return undefined;
      const said = { events, isFull };
      events = 0;
      return said;
    },
  };
}

function freeBytes(dir: string): number {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  } catch {
    // The home is gone, or the system cannot say.
    return Number.POSITIVE_INFINITY;
  }
}

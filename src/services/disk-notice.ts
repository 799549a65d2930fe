/** A full disk is said at the next session's start: what happened meanwhile may not be recorded. */
import { statfsSync } from "node:fs";
import type { Home } from "../platform/paths.ts";

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
    failed: () => {
      events++;
    },
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

/**
 * Error counts for `pawl status` and `pawl doctor`. Stored in one small file so that they survive a restart; a
 * crash loses at most the last second.
 */
import { readIfThere, writeFigures } from "./files.ts";

export type Counts = Readonly<Record<string, number>>;

export interface Counters {
  count(name: string): void;
  all(): Counts;
  flush(): void;
}

const WRITE_AFTER_MS = 1000;

export function readCounts(path: string): Counts {
  try {
    const value: unknown = JSON.parse(readIfThere(path) ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, n]) => typeof n === "number"));
  } catch {
    // A damaged file loses only the counts.
    return {};
  }
}

export function openCounters(path: string): Counters {
  const counts = new Map(Object.entries(readCounts(path)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writeFigures(path, Object.fromEntries(counts), "the counters");
  };
  return {
    count(name) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      timer ??= setTimeout(flush, WRITE_AFTER_MS);
    },
    all: () => Object.fromEntries(counts),
    flush,
  };
}

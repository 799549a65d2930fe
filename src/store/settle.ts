/**
 * One step with the database's file in one's own hands, at the end of which the log begins anew. Before that, the unused
 * parts of all pages that it held are overwritten: so pages that are clean stay so, and nobody has to look for the others.
 */
import { fdatasyncSync } from "node:fs";
import type { CleanPages } from "./clean-pages.ts";
import { framesSince, type LogPages } from "./log-file.ts";
import { clearUnused, hasUnused } from "./page-bytes.ts";
import type { RawFile } from "./raw-file.ts";

/** Pages that are changed while other writers wait. */
export const CHANGED = 2000;

interface Extra {
  /** Found unclean elsewhere. */
  pages?: readonly number[];
  /** Before others have to wait: everything is in the file. */
  look?(): void;
  /**
   * While they wait. `isSame`: nobody has written since the look. Answers up to where the pages are clean from now on, or "again"
   * if others should have their turn first.
   */
  run?(known: CleanPages, isSame: boolean): number | "again";
}

/** What is known afterwards. Undefined if others read or write all the while. */
export function settle(
  file: RawFile,
  { pages = [], look, run }: Extra = {},
): Promise<CleanPages | undefined> {
  let left = pages;
  let unclean: number[] = [];
  let looked: LogPages = { salt: undefined, frames: [] };
  return file.alone({
    look(log) {
      looked = log;
      unclean = uncleanOf(file, new Set([...left, ...log.frames]));
      // What the last step has changed: otherwise the disk is kept busy with it while others wait for this one's end.
      fdatasyncSync(file.fd);
      look?.();
    },
    run(known, log) {
      const late = framesSince(log, looked);
      clearPages(file, [...unclean.slice(0, CHANGED), ...new Set(late)]);
      left = unclean.slice(CHANGED);
      if (left.length > 0) return "again";
      return run?.(known, late.length === 0) ?? known.doneTo;
    },
  });
}

function uncleanOf({ pageSize, read }: RawFile, pages: ReadonlySet<number>): number[] {
  const page = Buffer.allocUnsafe(pageSize);
  // In order, as they stand on the disk.
  return [...pages]
    .sort((a, b) => a - b)
    .filter(
      (number) =>
        // The first page also holds the header, and of records nothing.
        number > 1 && read(page, number) === pageSize && hasUnused(page, 0, pageSize) && clearUnused(page),
    );
}

function clearPages({ pageSize, read, write }: RawFile, pages: readonly number[]): void {
  const page = Buffer.allocUnsafe(pageSize);
  for (const number of pages)
    if (number > 1 && read(page, number) === pageSize && clearUnused(page)) write(page, number);
}

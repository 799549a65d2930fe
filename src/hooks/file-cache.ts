/** Caches results derived from files until one of them changes. A lookup costs a `stat` per file. */

import { type Stats, statSync } from "node:fs";
import { toStamp } from "../platform/files.ts";

/** Maps a path to a stamp that changes with the file; undefined if the file is missing or unreadable. */
export type Stamps = ReadonlyMap<string, string | undefined>;

export class FileCache<T> {
  private readonly known = new Map<string, { stamps: Stamps; value: T }>();

  /** `make` takes its stamps before it reads, so that a concurrent change is detected next time. */
  get(key: string, make: () => { value: T; stamps: Stamps }): T {
    const known = this.known.get(key);
    if (known !== undefined && isCurrent(known.stamps)) return known.value;
    const made = make();
    this.known.set(key, made);
    return made.value;
  }
}

export const stampsOf = (files: Iterable<string>): Stamps =>
  new Map([...files].map((file) => [file, toStampOf(file)]));

function toStampOf(file: string): string | undefined {
  const stat = statOf(file);
  return stat === undefined ? undefined : toStamp(stat);
}

function isCurrent(stamps: Stamps): boolean {
  for (const [file, stamp] of stamps) if (toStampOf(file) !== stamp) return false;
  return true;
}

/** A repository's configuration must not make this throw, because that would disable the user's own hooks too. */
export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Which versions the writer of a version had seen: a counter per machine. One version replaces another if it has seen
 * it; if neither has seen the other, people changed the record at the same time, and both stay.
 */
export type SeenVersions = Readonly<Record<string, number>>;

export function covers(a: SeenVersions, b: SeenVersions): boolean {
  return Object.entries(b).every(([device, count]) => (a[device] ?? 0) >= count);
}

export function mergeSeen(all: readonly SeenVersions[]): SeenVersions {
  const merged: Record<string, number> = {};
  for (const seen of all) {
    for (const [device, count] of Object.entries(seen)) merged[device] = Math.max(merged[device] ?? 0, count);
  }
  return merged;
}

/**
 * One more change on this machine. Counts by the clock where that is ahead: a store that was restored from a copy must
 * not give the same number to another change.
 */
export function bumpSeen(seen: SeenVersions, device: string, now: number): SeenVersions {
  return { ...seen, [device]: Math.max((seen[device] ?? 0) + 1, Math.trunc(now)) };
}

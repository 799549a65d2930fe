/**
 * Which versions the writer of a version had seen: a counter per machine. One version replaces another if it has seen
 * it; if neither has seen the other, people changed the record at the same time, and both stay.
 */
export type SeenVersions = Readonly<Record<string, number>>;

export function covers(a: SeenVersions, b: SeenVersions): boolean {
  return Object.entries(b).every(([device, count]) => (a[device] ?? 0) >= count);
}

/** In one version; the server takes no more. */
const MOST_MACHINES = 400;

/**
 * Versions that name very many machines are left out, so that a member who makes them up cannot spoil the others': those
 * stay beside the record.
 */
export function mergeSeen(all: readonly SeenVersions[]): SeenVersions {
  const merged: Record<string, number> = {};
  const size = (seen: SeenVersions) => Object.keys(seen).length;
  for (const seen of all.toSorted((a, b) => size(a) - size(b))) {
    if (size({ ...merged, ...seen }) > MOST_MACHINES) break;
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

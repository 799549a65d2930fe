/**
 * The versions that the author of a version had seen: a counter per machine. A version replaces another if it has seen it. If
 * neither has seen the other, people changed the record at the same time, and both stay.
 */
export type SeenVersions = Readonly<Record<string, number>>;

export function covers(a: SeenVersions, b: SeenVersions): boolean {
  return Object.entries(b).every(([device, count]) => (a[device] ?? 0) >= count);
}

/** Maximum per version; the server accepts no more. */
const MOST_MACHINES = 400;

/**
 * Versions with very many machines are left out, so that a member who invents them cannot replace the others' versions: those
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
 * Counts one more change of this machine. If the clock is ahead, it is used instead: a store restored from a copy must not
 * give the same number to another change.
 */
export function bumpSeen(seen: SeenVersions, device: string, now: number): SeenVersions {
  return { ...seen, [device]: Math.max((seen[device] ?? 0) + 1, Math.trunc(now)) };
}

/** A choice of mutations that a seed repeats: modules by size, files by chance, a few for each file. */
import type { Mutation } from "./sites.ts";

export const MOST_PER_FILE = 3;

/** Mulberry32: 32 bits of state are enough to draw a few hundred places. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(values: T[], random: () => number): T[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}

/** Shares of `count` in proportion to `sizes`; every size above zero gets at least one, and the sum is `count`. */
export function shares(sizes: Map<string, number>, count: number): Map<string, number> {
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const names = [...sizes.keys()].filter((name) => (sizes.get(name) ?? 0) > 0);
  const exact = (name: string) => ((sizes.get(name) ?? 0) / total) * count;
  const given = new Map(names.map((name) => [name, Math.max(1, Math.floor(exact(name)))]));
  const missing = () => count - [...given.values()].reduce((sum, share) => sum + share, 0);
  const byNeed = () =>
    names.sort((a, b) => exact(b) - (given.get(b) ?? 0) - (exact(a) - (given.get(a) ?? 0)));
  for (let left = missing(); left > 0; left--) {
    const [neediest] = byNeed();
    if (neediest === undefined) break;
    given.set(neediest, (given.get(neediest) ?? 0) + 1);
  }
  for (let over = -missing(); over > 0; over--) {
    const richest = byNeed().findLast((name) => (given.get(name) ?? 0) > 0);
    if (richest === undefined) break;
    given.set(richest, (given.get(richest) ?? 0) - 1);
  }
  return given;
}

export type Choice = { chosen: Mutation[]; equivalent: Mutation[] };

/**
 * Draws places first and one mutation of each place second, so that a number with four mutations is not four times as
 * likely as a condition. Equivalent mutations are set aside and others drawn in their stead.
 */
export function chooseMutations(
  all: Mutation[],
  sizes: Map<string, number>,
  options: { seed: number; count: number; isEquivalent: (mutation: Mutation) => boolean },
): Choice {
  const random = seededRandom(options.seed);
  const chosen: Mutation[] = [];
  const equivalent: Mutation[] = [];
  const perModule = Map.groupBy(all, ({ module }) => module);
  const withSites = new Map([...sizes].filter(([name]) => perModule.has(name)));
  const spare: Mutation[] = [];
  const taken = new Map<string, number>();
  const take = (mutation: Mutation): boolean => {
    const inFile = taken.get(mutation.file) ?? 0;
    if (inFile >= MOST_PER_FILE) return false;
    if (options.isEquivalent(mutation)) {
      equivalent.push(mutation);
      return false;
    }
    taken.set(mutation.file, inFile + 1);
    chosen.push(mutation);
    return true;
  };
  for (const [name, share] of [...shares(withSites, options.count)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const places = Map.groupBy(
      perModule.get(name) ?? [],
      ({ file, start, end }) => `${file}:${start}:${end}`,
    );
    const drawn = shuffled([...places.values()], random).map(
      (variants) => variants[Math.floor(random() * variants.length)] as Mutation,
    );
    let left = share;
    for (const mutation of drawn) {
      if (left === 0) spare.push(mutation);
      else if (take(mutation)) left--;
    }
  }
  // A small module may have fewer places than its share.
  for (const mutation of shuffled(spare, random)) {
    if (chosen.length >= options.count) break;
    take(mutation);
  }
  return { chosen, equivalent };
}

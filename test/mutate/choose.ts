/**
 * A choice of mutations that a seed repeats. Each module gets a share in proportion to the square root of its number of
 * places, and at least `LEAST_PER_MODULE`: in proportion to the number itself, half of the modules would get one or two,
 * which says nothing about them. Inside a module every place is equally likely, with a few at most for each file.
 */
import type { Mutation } from "./sites.ts";

export const MOST_PER_FILE = 3;

/** Two of six may survive before a module falls below 65 %: with fewer, one survivor would decide. */
export const LEAST_PER_MODULE = 6;

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

export function shuffled<T>(values: T[], random: () => number): T[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}

/**
 * Shares of `count` in proportion to the square roots of `sizes`. Every size above zero gets the least share, as far as
 * `count` goes, and the sum is `count`.
 */
export function shares(sizes: Map<string, number>, count: number): Map<string, number> {
  const weight = (name: string) => Math.sqrt(sizes.get(name) ?? 0);
  const names = [...sizes.keys()].filter((name) => weight(name) > 0);
  const total = names.reduce((sum, name) => sum + weight(name), 0);
  const least = Math.max(1, Math.min(LEAST_PER_MODULE, Math.floor(count / names.length)));
  const exact = (name: string) => (weight(name) / total) * count;
  const given = new Map(names.map((name) => [name, Math.max(least, Math.floor(exact(name)))]));
  const missing = () => count - [...given.values()].reduce((sum, share) => sum + share, 0);
  const byNeed = () =>
    names.sort((a, b) => exact(b) - (given.get(b) ?? 0) - (exact(a) - (given.get(a) ?? 0)));
  for (let left = missing(); left > 0; left--) {
    const [neediest] = byNeed();
    if (neediest === undefined) break;
    given.set(neediest, (given.get(neediest) ?? 0) + 1);
  }
  for (let over = -missing(); over > 0; over--) {
    // Those above the least share give first.
    const byWealth = byNeed().toReversed();
    const richest =
      byWealth.find((name) => (given.get(name) ?? 0) > least) ??
      byWealth.find((name) => given.get(name) === least);
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
  options: {
    seed: number;
    count: number | { perModule: number };
    isEquivalent: (mutation: Mutation) => boolean;
  },
): Choice {
  const random = seededRandom(options.seed);
  const chosen: Mutation[] = [];
  const equivalent: Mutation[] = [];
  const perModule = Map.groupBy(all, ({ module }) => module);
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
  const placesOf = new Map(
    [...perModule].map(([name, part]) => [
      name,
      Map.groupBy(part, ({ file, start, end }) => `${file}:${start}:${end}`),
    ]),
  );
  const sizes = new Map([...placesOf].map(([name, places]) => [name, places.size]));
  const { count } = options;
  const wanted =
    typeof count === "number"
      ? shares(sizes, count)
      : new Map([...sizes.keys()].map((name) => [name, count.perModule]));
  for (const [name, share] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const places = placesOf.get(name) ?? new Map<string, Mutation[]>();
    const drawn = shuffled([...places.values()], random).map(
      (variants) => variants[Math.floor(random() * variants.length)] as Mutation,
    );
    let left = share;
    for (const mutation of drawn) {
      if (left === 0) spare.push(mutation);
      else if (take(mutation)) left--;
    }
  }
  if (typeof count !== "number") return { chosen, equivalent };
  // A small module may have fewer places than its share.
  for (const mutation of shuffled(spare, random)) {
    if (chosen.length >= count) break;
    take(mutation);
  }
  return { chosen, equivalent };
}

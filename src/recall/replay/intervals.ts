/** Shares, with the uncertainty of a sample of sessions. */

/** Deterministic random numbers from 0 to 1 for a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Interval = readonly [low: number, high: number];

const ROUNDS = 1000;
const SEED = 20_260_101;

/**
 * The 95 % interval of a statistic, by resampling the groups (sessions) with replacement, because items of one session are
 * not independent. Undefined for fewer than two groups.
 */
export function bootstrap<T>(
  groups: readonly T[],
  statistic: (drawn: readonly T[]) => number,
  { rounds = ROUNDS, seed = SEED } = {},
): Interval | undefined {
  if (groups.length < 2) return undefined;
  const random = seeded(seed);
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const drawn = groups.map(() => groups[Math.floor(random() * groups.length)] as T);
    const value = statistic(drawn);
    if (Number.isFinite(value)) values.push(value);
  }
  if (values.length === 0) return undefined;
  values.sort((a, b) => a - b);
  return [quantile(values, 0.025), quantile(values, 0.975)];
}

/** The difference between the means of two groups that were drawn independently. */
export function differenceInterval(
  a: readonly number[],
  b: readonly number[],
  { rounds = ROUNDS, seed = SEED } = {},
): Interval | undefined {
  if (a.length < 2 || b.length < 2) return undefined;
  const random = seeded(seed);
  const draw = (values: readonly number[]) =>
    mean(values.map(() => values[Math.floor(random() * values.length)] as number));
  const values = Array.from({ length: rounds }, () => draw(a) - draw(b)).sort((x, y) => x - y);
  return [quantile(values, 0.025), quantile(values, 0.975)];
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function median(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

export function quantileOf(values: readonly number[], share: number): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    share,
  );
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

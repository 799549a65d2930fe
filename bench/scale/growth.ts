/** Whether something grows while the same work goes on: the last third of the samples against the middle one. */
import { median } from "../statistics.ts";

interface Growth {
  /** The most that the last third may be, as a multiple of the middle one. */
  most: number;
  /** And so much more: small numbers jump. */
  extra: number;
}

interface Thirds {
  first: number;
  middle: number;
  last: number;
  grew: boolean;
}

/**
 * Medians, because one sample may be taken in the middle of something. The first third is not judged: caches fill, and what
 * is compiled once is compiled then.
 */
export function growthOf(samples: readonly number[], { most, extra }: Growth): Thirds {
  const third = Math.floor(samples.length / 3);
  const first = median(samples.slice(0, third));
  const middle = median(samples.slice(third, -third || undefined));
  const last = median(samples.slice(-third || undefined));
  return { first, middle, last, grew: last > middle * most + extra };
}

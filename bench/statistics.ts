/** Medians and percentiles: one slow call on a shared machine must not change a figure. */

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Linear interpolation, so that a median of an even count is the mean of its middle two. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = ((sorted.length - 1) * percent) / 100;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Round by round, each starting with another variant: none is always first or always after the slow one. */
export function interleave<T>(variants: readonly T[], round: number): T[] {
  const first = round % Math.max(1, variants.length);
  return [...variants.slice(first), ...variants.slice(0, first)];
}

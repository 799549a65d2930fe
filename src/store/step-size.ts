/**
 * How much fits into one transaction that others wait for. Nobody knows beforehand what a record costs: the last
 * transaction tells how much the next one may hold.
 */
interface StepSize {
  /** What the next transaction may hold, in whatever is counted. */
  most(): number;
  /** The last one held so much, and took so long. */
  took(amount: number, ms: number): void;
}

interface StepSizeOptions {
  /** How long a transaction should take. */
  ms: number;
  first: number;
  /** Never less, or nothing would move, and never more: a cheap stretch says little about what comes after it. */
  least: number;
  longest: number;
}

export function createStepSize({ ms, first, least, longest }: StepSizeOptions): StepSize {
  let most = first;
  return {
    most: () => most,
    took(amount, tookMs) {
      // A transaction with hardly anything in it is no measure of a full one.
      if (amount <= 0) return;
      const fits = tookMs > 0 ? (amount * ms) / tookMs : longest;
      most = Math.max(least, Math.min(longest, most * 2, Math.floor(fits)));
    },
  };
}

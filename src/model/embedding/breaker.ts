/**
 * Circuit breaker: pauses after each failure, longer each time, so that nobody waits for a failing service again
 * and again.
 */
import type { Clock } from "../../platform/clock.ts";

export interface Breaker {
  /** Whether it may be tried now. */
  isClosed(): boolean;
  failed(): void;
  worked(): void;
}

const FIRST_MS = 15_000;
const LONGEST_MS = 300_000;

export function createBreaker(now: Clock): Breaker {
  let until = 0;
  let rest = FIRST_MS;
  return {
    isClosed: () => now() >= until,
    failed() {
      until = now() + rest;
      rest = Math.min(LONGEST_MS, rest * 2);
    },
    worked() {
      until = 0;
      rest = FIRST_MS;
    },
  };
}

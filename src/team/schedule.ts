/** When to synchronise next: often while somebody works, rarely otherwise, with growing delays while the server is unreachable. */

export interface Round {
  at: number;
  /** Something went out or came in. */
  changed: boolean;
  /** How many rounds in a row have failed. */
  failures: number;
}

const BUSY_MS = 5_000;
const QUIET_MS = 60_000;
/** After the last hook. */
const WORKING_MS = 120_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_MS = 300_000;

/** `random`: from 0 to 1. It spreads out machines that lost the server at the same time. */
export function nextRound(last: Round | undefined, lastWork: number, now: number, random: number): number {
  if (last === undefined) return now;
  if (last.failures > 0) {
    const wait = Math.min(LONGEST_MS, FIRST_RETRY_MS * 2 ** (last.failures - 1));
    return last.at + wait * (0.5 + random / 2);
  }
  const isBusy = last.changed || now - lastWork < WORKING_MS;
  return last.at + (isBusy ? BUSY_MS : QUIET_MS);
}

/**
 * Pauses between many short transactions, so that other writers get their turn. A writer that waits misses every pause that
 * is shorter than the time between two of its looks for the lock. The thread that answers hooks looks every 2 ms, and a
 * little later on a busy machine (store/retry.ts). SQLite's own way to wait looks after 1, 3, 8, 18, 33 and 53 ms, and less and
 * less often: a hook once waited 700 ms that way.
 */
const HELD_MS = 20;
const PAUSE_MS = 5;
/** If what the thread did since then was longer than the pause: it may have to answer others itself. */
const LEAST_MS = 2;

/** Call it after each transaction with the time that it took, and how long ago it ended. */
export function createPauses(sleep: (ms: number) => Promise<void> = Bun.sleep) {
  let heldMs = 0;
  return async (tookMs: number, freeMs = 0): Promise<void> => {
    heldMs += tookMs;
    if (heldMs < HELD_MS) return;
    heldMs = 0;
    await sleep(Math.max(LEAST_MS, PAUSE_MS - freeMs));
  };
}

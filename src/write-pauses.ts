/**
 * Pauses between many short transactions, so that other writers get their turn. A writer that waits misses every pause that
 * is shorter than the time between two of its looks for the lock. The thread that answers hooks looks every 2 ms, and a
 * little later on a busy machine (store/sqlite/retry.ts). SQLite's own way to wait looks after 1, 3, 8, 18, 33 and 53 ms, and less and
 * less often: a hook once waited 700 ms that way.
 */
const HELD_MS = 20;
const PAUSE_MS = 5;

/** Call it after each transaction with the time that it took. */
export function createPauses(sleep: (ms: number) => Promise<void> = Bun.sleep) {
  let heldMs = 0;
  return async (tookMs: number): Promise<void> => {
    heldMs += tookMs;
    if (heldMs < HELD_MS) return;
    heldMs = 0;
    await sleep(PAUSE_MS);
  };
}

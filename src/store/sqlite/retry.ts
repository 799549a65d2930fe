/**
 * Waits for another writer without stopping the thread. SQLite's own way to wait sleeps inside of the call, and
 * nobody else is answered meanwhile.
 */

/** How long a long work waits, each time that others hold it up. */
export const PATIENCE_MS = 3_000;

const FIRST_MS = 2;
/** Shorter than the pauses of those who write much: see write-pauses.ts. */
const LONGEST_MS = 8;

/** Tries again for at most so long. A write that found the lock taken has changed nothing. */
export async function retryBusy<T>(run: () => T, withinMs: number): Promise<T> {
  const until = performance.now() + withinMs;
  for (let waitMs = FIRST_MS; ; waitMs = Math.min(LONGEST_MS, waitMs * 2)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() + waitMs > until) throw error;
    }
    await Bun.sleep(waitMs);
  }
}

export function isBusy(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" && code.startsWith("SQLITE_BUSY");
}

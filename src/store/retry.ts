/**
 * Waits for another writer without blocking the thread. SQLite's busy handler sleeps inside the call, and no other
 * request is answered in the meantime.
 */

/** How long a background task waits each time that another process blocks it. */
export const PATIENCE_MS = 3_000;

const FIRST_MS = 1;
const LONGEST_MS = 2;

/** Retries for at most `withinMs`. A write that found the lock taken has changed nothing. `sleep` may overrun. */
export async function retryBusy<T>(
  run: () => T,
  withinMs: number,
  sleep: (ms: number) => Promise<void> = Bun.sleep,
): Promise<T> {
  const until = performance.now() + withinMs;
  for (let waitMs = FIRST_MS; ; waitMs = Math.min(LONGEST_MS, waitMs * 2)) {
    try {
      return run();
    } catch (error) {
      if (!isBusy(error) || performance.now() + waitMs > until) throw error;
    }
    await sleep(waitMs);
  }
}

export function isBusy(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown };
  return typeof code === "string" && code.startsWith("SQLITE_BUSY");
}

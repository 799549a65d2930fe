/** Owns the promises that no request waits for. */

export interface Background {
  /** Starts after the answer was sent, or `afterMs` later than now. */
  add(work: () => Promise<void>, afterMs?: number): void;
  /** Resolves when all of them are done. */
  close(): Promise<void>;
}

const ANSWER_FIRST_MS = 25;

/** `atOnce`: no caller waits for an answer, so no work is deferred. */
export function createBackground(onError: (error: unknown) => void, { atOnce = false } = {}): Background {
  const running = new Set<Promise<void>>();
  return {
    add(work, afterMs = ANSWER_FIRST_MS) {
      // The answer is sent first.
      const task = (atOnce ? Promise.resolve() : Bun.sleep(afterMs))
        .then(work)
        .catch(onError)
        .finally(() => running.delete(task));
      running.add(task);
    },
    async close() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** Promises that no request waits for. They have an owner: here. */

export interface Background {
  add(work: () => Promise<void>): void;
  /** Resolves when all of them are done. */
  close(): Promise<void>;
}

const ANSWER_FIRST_MS = 25;

export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    add(work) {
      // The answer goes out first, and whoever waits for it has it.
      const task = Bun.sleep(ANSWER_FIRST_MS)
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

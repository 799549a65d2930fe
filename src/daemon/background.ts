/** Promises that no request waits for. They have an owner: here. */

export interface Background {
  add(work: () => Promise<void>): void;
  /** Resolves when all of them are done. */
  close(): Promise<void>;
}

export function createBackground(onError: (error: unknown) => void): Background {
  const running = new Set<Promise<void>>();
  return {
    add(work) {
      // On the next turn of the loop: the answer goes out first.
      const task = Bun.sleep(0)
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

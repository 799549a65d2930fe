/** Adds the words of new records to the index in the background. A continuous stream of records never delays it. */

/** Counted from the first new record, so that a burst is indexed together. */
const GATHER_MS = 150;
/** After a long run, such as over all records after an update, new records must not wait for as long again. */
const LONGEST_REST_MS = 2_000;

interface Indexing {
  /** There is something new to index. `project`: the project of a running session. */
  soon(project?: string): void;
  close(): Promise<void>;
}

interface IndexingDeps {
  /** Indexes everything that is new. */
  index(): Promise<void>;
  /** A session is active in this project and may query it next. Called a moment later, when no caller waits. */
  onProject?(project: string): void;
  onError(error: unknown): void;
}

export function createIndexing(deps: IndexingDeps): Indexing {
  const { index, onProject, onError } = deps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isDue = false;
  let inProject: string | undefined;
  let closed = false;
  const closing = Promise.withResolvers<void>();

  async function work(): Promise<void> {
    while (isDue && !closed) {
      isDue = false;
      if (inProject !== undefined) onProject?.(inProject);
      inProject = undefined;
      const began = performance.now();
      await index();
      // In a flood of events, most of the time goes to them.
      const restMs = Math.min(LONGEST_REST_MS, Math.max(GATHER_MS, performance.now() - began));
      if (isDue) await Promise.race([Bun.sleep(restMs), closing.promise]);
    }
  }

  return {
    soon(project) {
      inProject = project ?? inProject;
      isDue = true;
      if (closed || timer !== undefined || running !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        running = work()
          .catch(onError)
          .finally(() => {
            running = undefined;
          });
      }, GATHER_MS);
    },
    async close() {
      closed = true;
      closing.resolve();
      clearTimeout(timer);
      await running;
    },
  };
}

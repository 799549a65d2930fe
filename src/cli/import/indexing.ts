/** An import indexes what it stores, in a thread of its own: the first search and the daemon find it done. */

import { openWorkThread } from "../../daemon/work/thread.ts";
import { claudeConfigDir, type Home } from "../../platform/paths.ts";
import type { Store } from "../../store/store.ts";

interface ImportIndex {
  /** Something may be new. */
  tick(): void;
  /** Waits until everything is indexed; `onProgress` hears how much. A failure is no failure of the import. */
  finish(onProgress: (done: number, total: number) => void, signal?: AbortSignal): Promise<void>;
}

const SHOWN_EVERY_MS = 100;

export function openImportIndex(store: Store, home: Home): ImportIndex {
  const thread = openWorkThread({
    place: { home: home.dir, database: store.location, claudeDir: claudeConfigDir(), isPaced: false },
    onDigest: () => undefined,
  });
  let running: Promise<void> | undefined;

  /** The index is completed later by whoever searches, or by the daemon. */
  function index(): Promise<void> {
    running ??= store
      .unindexed()
      .then((waiting) => (waiting > 0 ? thread.work.index() : undefined))
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  return {
    tick: () => void index(),
    async finish(onProgress, signal) {
      await running;
      const total = await store.unindexed();
      const last = index();
      let isOver = false;
      void last.then(() => {
        isOver = true;
      });
      while (!isOver && signal?.aborted !== true) {
        await Promise.race([last, Bun.sleep(SHOWN_EVERY_MS)]);
        if (total > 0) onProgress(total - (await store.unindexed()), total);
      }
      thread.stop();
      await thread.close();
    },
  };
}

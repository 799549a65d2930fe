/** Brings the words of new records into the index while nobody waits, a few at a time. */
import type { Settings } from "../../hooks/config/schema.ts";
import type { Store } from "../../store/store.ts";
import type { Embeddings } from "./embeddings.ts";

/** After the last record: tool calls come in bursts, and the next hook comes first. */
const QUIET_MS = 150;
const AT_ONCE = 40;
/** Between two portions, so that hooks are answered. */
const BREATH_MS = 2;

interface Indexing {
  /** There is something new. */
  soon(): void;
  close(): Promise<void>;
}

interface IndexingDeps {
  store: Store;
  settings: Settings;
  embeddings: Pick<Embeddings, "soon">;
  onError(error: unknown): void;
}

export function createIndexing({ store, settings, embeddings, onError }: IndexingDeps): Indexing {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  async function work(): Promise<void> {
    while (!closed && (await store.indexWords(AT_ONCE)) > 0) await Bun.sleep(BREATH_MS);
  }

  return {
    soon() {
      if (settings.embeddings.url !== undefined) embeddings.soon();
      if (closed || running !== undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = work()
          .catch(onError)
          .finally(() => {
            running = undefined;
          });
      }, QUIET_MS);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

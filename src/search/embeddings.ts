/** Embeddings as the daemon knows them: nothing at all, not even loaded, until the user names an endpoint. */

import type { Settings } from "../hooks/config/schema.ts";
import type { EmbeddingDeps, EmbeddingWork } from "./embedding-work.ts";
import type { FindSimilar } from "./similar.ts";
import { vectorsIn } from "./sql/index.ts";

interface EmbeddingsDeps extends Omit<EmbeddingDeps, "settings"> {
  settings: Settings;
  onError(error: unknown): void;
}

export interface Embeddings {
  /** Undefined when the user has no endpoint. */
  similar(): FindSimilar | undefined;
  /** There may be something new. */
  soon(): void;
  /** Reads a project's sketches while nobody waits for them yet. */
  warm(project: string): void;
  /** At once; resolves when nothing waits any more, or the endpoint is away. */
  work(): Promise<void>;
  close(): Promise<void>;
}

/** After the last record: the next hook comes first. */
const QUIET_MS = 400;
const ANSWER_FIRST_MS = 25;

export function createEmbeddings(deps: EmbeddingsDeps): Embeddings {
  let made: { settings: Settings["embeddings"]; work: Promise<EmbeddingWork | undefined> } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let queued = 0;
  let closed = false;

  /** Created again when the page changes the settings: the section is then a different object. */
  function current(): Promise<EmbeddingWork | undefined> | undefined {
    const { embeddings: settings } = deps.settings;
    if (made?.settings !== settings) {
      const old = made?.work;
      made =
        settings.url === undefined || closed ? undefined : { settings, work: load(settings).catch(failed) };
      void old?.then((work) => work?.close());
    }
    return made?.work;
  }

  /** Search goes on by words. */
  function failed(error: unknown): undefined {
    deps.onError(error);
  }

  async function load(settings: Settings["embeddings"]): Promise<EmbeddingWork | undefined> {
    const { createEmbeddingWork } = await import("./embedding-work.ts");
    return createEmbeddingWork({ ...deps, settings });
  }

  const similar: FindSimilar = async (text, scope) => (await (await current())?.similar(text, scope)) ?? [];

  function work(): Promise<void> {
    queued++;
    running = running
      .then(async () => (closed ? undefined : (await current())?.work()))
      .catch(deps.onError)
      .finally(() => {
        queued--;
      });
    return running;
  }

  async function readSketches(project: string): Promise<void> {
    const model = closed ? undefined : await vectorsIn(deps.store).vectorModel();
    if (model === undefined) return;
    const vector = new Float32Array(model.dimensions);
    await vectorsIn(deps.store).nearest({ vector, project, least: 2, limit: 1 });
  }

  return {
    similar: () => (current() === undefined ? undefined : similar),
    soon() {
      if (closed || current() === undefined) return;
      clearTimeout(timer);
      // One under way takes the new records along; one more looks whether it has.
      timer = setTimeout(() => (queued < 2 ? void work() : undefined), QUIET_MS);
    },
    warm(project) {
      if (closed || project === "" || current() === undefined) return;
      running = Promise.all([running, Bun.sleep(ANSWER_FIRST_MS).then(() => readSketches(project))])
        .then(() => undefined)
        .catch(deps.onError);
    },
    work,
    async close() {
      closed = true;
      clearTimeout(timer);
      const work = await made?.work;
      await work?.close();
      await running;
    },
  };
}

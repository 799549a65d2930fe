/** The services that read and write memory: index, recall, catch-up and upkeep. */

import { existsSync } from "node:fs";
import { createClientFiles } from "../memory/client/client-files.ts";
import { openForgottenFiles } from "../memory/client/forgotten.ts";
import { createClientMemory } from "../memory/client/service.ts";
import { offSpans } from "../platform/off.ts";
import { createKnowledgeService } from "../recall/knowledge.ts";
import { createPasts } from "../recall/pasts.ts";
import { redactor } from "../redact/redactor.ts";
import { createIndexing } from "../search/indexing.ts";
import { searchIn } from "../search/sql/index.ts";
import { wordIndexIn } from "../store/index/lazy-index.ts";
import { override } from "../store/store.ts";
import { teamIn } from "../team/sql/index.ts";
import type { Foundation } from "./foundation.ts";
import { createCatchUps } from "./import/catch-up.ts";
import { createUpkeep } from "./import/upkeep.ts";
import { createSameProjects } from "./same-projects.ts";
import { far, openWorkThread } from "./work/thread.ts";
import { createWork } from "./work/work.ts";

/** How long a search waits for the newest records to be indexed. */
const FRESH_MS = 1_000;

export function createMemoryServices(foundation: Foundation, hasThread: boolean) {
  const { home, held, store, settings, now, onError, claudeDir, messages, isPlayback } = foundation;
  // This machine may join a team while the daemon runs.
  const isInTeam = () => existsSync(home.team);
  const team = teamIn(held.store);
  const shared = async (folder: string) => (isInTeam() ? team.teamKnowledge(folder) : undefined);
  const pasts = createPasts(store, shared);
  const reading = { ...foundation, redact: redactor, offSpans: (id: string) => offSpans(home.off, id) };
  const place = { home: home.dir, claudeDir };
  const stop = new AbortController();
  const thread = hasThread ? openWorkThread({ place, onDigest: pasts.changed }) : undefined;
  const here = { ...reading, onDigest: pasts.changed, signal: stop.signal };
  const work = thread?.work ?? createWork(here);
  const farStore = far(store, work);
  const onIndexError = onError("new records could not be indexed");
  const indexing = createIndexing({
    index: work.index,
    ...(isPlayback ? {} : { onProject: pasts.prepare }),
    onError: onIndexError,
  });
  const catchUps = createCatchUps({
    ...reading,
    read: work.readTranscripts,
    onAdded: async (sessionId) => {
      indexing.soon();
      await work.summarize(sessionId, now(), messages.locale);
      await work.learn(sessionId, now());
    },
  });
  const upkeep = createUpkeep({
    ...foundation,
    store: farStore,
    work,
    retention: settings.retention,
    stop() {
      stop.abort();
      thread?.stop();
    },
  });
  const { same, followMoved } = createSameProjects(foundation);
  const forgotten = openForgottenFiles(home.clientForgotten);
  const client = { store, redact: redactor, now, same, claudeDir, forgotten };
  return {
    /** For everything that answers: what grows with the store is read in the thread, and a search waits a moment. */
    store: override(farStore, searchIn, {
      async search(query) {
        if ((await wordIndexIn(store).unindexed()) > 0)
          await Promise.race([work.index().catch(onIndexError), Bun.sleep(FRESH_MS)]);
        return searchIn(store).search(query);
      },
    }),
    isInTeam,
    work,
    pasts,
    catchUps,
    upkeep,
    knowledge: createKnowledgeService({ settings, pasts, isInTeam }),
    clientMemory: createClientMemory({ ...client, background: foundation.background, isOff: isPlayback }),
    clientFiles: createClientFiles(client),
    sameProject: same,
    followMoved,
    indexSoon: indexing.soon,
    /** The tasks that the background thread is running. */
    doing: () => thread?.doing() ?? [],
    /** Closed last, after the background work, which may still add records. */
    async closeIndex() {
      await indexing.close();
      await thread?.close();
    },
  };
}

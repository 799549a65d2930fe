/** The services that read and write memory: index, recall, catch-up and upkeep. */

import type { Settings } from "../hooks/config/schema.ts";
import { chooseMessages } from "../locale/index.ts";
import { createClientFiles } from "../memory/client/client-files.ts";
import { openForgottenFiles } from "../memory/client/forgotten.ts";
import { createClientMemory } from "../memory/client/service.ts";
import type { Clock } from "../platform/clock.ts";
import { offSpans } from "../platform/off.ts";
import type { Home } from "../platform/paths.ts";
import { createKnowledgeService } from "../recall/knowledge.ts";
import { createPasts } from "../recall/pasts.ts";
import { redactor } from "../redact/redactor.ts";
import { createIndexing } from "../search/indexing.ts";
import { searchIn } from "../search/sql/index.ts";
import { override, type Store } from "../store/store.ts";
import type { Foundation } from "./foundation.ts";
import { createCatchUps } from "./import/catch-up.ts";
import { createUpkeep } from "./import/upkeep.ts";
import { createSameProjects } from "./same-projects.ts";
import { openWorkThread } from "./work/thread.ts";
import { createWork } from "./work/work.ts";

interface MemoryServicesDeps
  extends Pick<Foundation, "log" | "onError" | "projectOf" | "background" | "team"> {
  home: Home;
  store: Store;
  settings: Settings;
  now: Clock;
  claudeDir: string;
  count(name: string): void;
  /** Past sessions are played. */
  isPlayback: boolean;
  /** The database file is damaged. */
  onDamage(): void;
  /** Long work is done in a thread of its own. */
  hasThread: boolean;
  /** Where workflows are. */
  workflowRoot: string;
}

/** How long a search waits for the newest records to be indexed; after that they are searched directly. */
const FRESH_MS = 60;

export function createMemoryServices(deps: MemoryServicesDeps) {
  const { home, store, settings, now, log, onError, projectOf } = deps;
  const messages = chooseMessages({}, settings.locale);
  const reading = {
    store,
    redact: redactor,
    projectOf,
    offSpans: (sessionId: string) => offSpans(home.off, sessionId),
    now,
    log,
  };
  const pasts = createPasts(store, deps.team.knowledge);
  deps.team.whenPulled(() => pasts.reset());
  const stop = new AbortController();
  const here = {
    ...reading,
    home,
    database: home.database,
    claudeDir: deps.claudeDir,
    onDigest: pasts.changed,
    signal: stop.signal,
  };
  const place = { home: home.dir, database: home.database, claudeDir: deps.claudeDir };
  const thread = deps.hasThread ? openWorkThread({ place, onDigest: pasts.changed }) : undefined;
  const work = thread?.work ?? createWork(here);
  const far = thread?.far(store) ?? store;

  const indexing = createIndexing({
    index: work.index,
    ...(deps.isPlayback ? {} : { onProject: pasts.prepare }),
    onError: onError("new records could not be indexed"),
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
  const { same, followMoved } = createSameProjects(deps);
  const forgotten = openForgottenFiles(home.clientForgotten);
  const client = { store, redact: redactor, now, same, claudeDir: deps.claudeDir, forgotten };
  const clientMemory = createClientMemory({
    ...client,
    background: deps.background,
    isOff: deps.isPlayback,
  });
  const upkeep = createUpkeep({
    ...deps,
    store: far,
    work,
    retention: settings.retention,
    stop() {
      stop.abort();
      thread?.stop();
    },
  });

  return {
    catchUps,
    upkeep,
    clientMemory,
    sameProject: same,
    followMoved,
    clientFiles: createClientFiles(client),
    work,
    pasts,
    /** What the background thread is doing. */
    doing: () => thread?.doing() ?? [],
    knowledge: createKnowledgeService({
      settings,
      pasts,
      isInTeam: deps.team.isInTeam,
    }),
    indexSoon: indexing.soon,
    /** For everything that answers: what grows with the store is read in the thread, and a search waits a moment. */
    store: override(far, searchIn, {
      async search(query) {
        await indexing.fresh(FRESH_MS);
        return searchIn(store).search(query);
      },
    }),
    close: () => upkeep.close(),
    /** Closed last, after the background work, which may still add records. */
    async closeIndex() {
      await indexing.close();
      await thread?.close();
    },
  };
}

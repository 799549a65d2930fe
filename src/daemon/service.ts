/**
 * Builds the services once and passes them on as one value. It contains no rules: `pipeline/` decides what happens
 * to an event.
 */

import { existsSync } from "node:fs";
import { createHookRuns, toHookLog } from "../history/hook-runs.ts";
import { createLiveHub } from "../history/live/live.ts";
import { toLiveHook, withLiveErrors } from "../history/live/live-events.ts";
import { createSessions } from "../history/sessions/sessions.ts";
import type { Settings } from "../hooks/config/schema.ts";
import { userExclusion } from "../hooks/config/user-settings.ts";
import { createUserHooks } from "../hooks/user-hooks.ts";
import { chooseMessages } from "../locale/index.ts";
import { createClientFiles } from "../memory/client/client-files.ts";
import { openForgottenFiles } from "../memory/client/forgotten.ts";
import { createClientMemory } from "../memory/client/service.ts";
import { clientAccess } from "../model/access.ts";
import { run } from "../pipeline/run.ts";
import { followConfig, type HookCall, type Services } from "../pipeline/services.ts";
import { createSeen } from "../pipeline/skip.ts";
import { createBackground } from "../platform/background.ts";
import type { Clock } from "../platform/clock.ts";
import type { Counters } from "../platform/counters.ts";
import { processEnv } from "../platform/env.ts";
import { PawlError } from "../platform/errors.ts";
import { readIfThere, writeWhole } from "../platform/files.ts";
import type { Log } from "../platform/log.ts";
import { offSpans } from "../platform/off.ts";
import { claudeConfigDir, type Home } from "../platform/paths.ts";
import { createProjectOf } from "../platform/project.ts";
import { createKnowledgeService } from "../recall/knowledge.ts";
import { openMuted } from "../recall/muted.ts";
import { createPasts } from "../recall/pasts.ts";
import { redactor } from "../redact/redactor.ts";
import { createIndexing } from "../search/indexing.ts";
import { searchIn } from "../search/sql/index.ts";
import { recordsIn } from "../store/records/queries.ts";
import { override, type Store } from "../store/store.ts";
import { startTeamBackground } from "../team/background.ts";
import { teamIn } from "../team/sql/index.ts";
import { takeOverAll } from "../work/take-over.ts";
import { workflowRoot } from "../work/workflow-files.ts";
import { holdWrites } from "./held-writes.ts";
import { createCatchUps } from "./import/catch-up.ts";
import { createUpkeep } from "./import/upkeep.ts";
import { leavingOut } from "./leave-out.ts";
import { createNotices } from "./notice.ts";
import { createSameProjects } from "./same-projects.ts";
import { openWorkThread } from "./work/thread.ts";
import { createWork, far } from "./work/work.ts";

interface ServiceDeps {
  home: Home;
  store: Store;
  log: Log;
  counters: Counters;
  now: Clock;
  settings: Settings;
  /** Claude Code's own folder. */
  claudeDir?: string;
  /** The account's variables, for Pawl's own model calls; see `model/access`. */
  modelEnv?: Readonly<Record<string, string>>;
  /** For `pawl replay`: the events are past, no client waits, the home is a scratch folder, and the sessions' folders need not be here. */
  playback?: { projectOf(cwd: string): string };
  /** Called when SQLite reports a damaged file. */
  onDamage?(): void;
  /** Long work is done in a thread of its own; default: in this one. */
  hasThread?: boolean;
}

/** How long a search waits for the newest records to be indexed; after that they are searched directly. */
const FRESH_MS = 60;

export type Service = ReturnType<typeof createService>;

export function createService(deps: ServiceDeps) {
  const { home, counters, now, settings, playback, onDamage = () => undefined } = deps;
  const claudeDir = deps.claudeDir ?? claudeConfigDir();
  const startedAt = now();
  const live = createLiveHub();
  const log = withLiveErrors(deps.log, live, now);
  const messages = chooseMessages({}, settings.locale);
  const exclusion = userExclusion(home);
  const held = holdWrites(deps.store, home.spool, now);
  /** Keeps nothing of what the user left out. */
  const store = leavingOut(held.store, exclusion);
  const projectOf = playback?.projectOf ?? createProjectOf();
  const onError = (what: string) => (error: unknown) => {
    if (error instanceof PawlError && error.code === "store_corrupt") onDamage();
    counters.count("background_error");
    log.error(what, { error });
  };
  const background = createBackground(onError("work in the background failed"), {
    atOnce: playback !== undefined,
  });
  const lastWork = { at: startedAt };

  // This machine may join a team while the daemon runs.
  const isInTeam = () => existsSync(home.team);
  const pasts = createPasts(store, async (project) =>
    isInTeam() ? teamIn(held.store).teamKnowledge(project) : undefined,
  );
  const teamRounds = startTeamBackground({
    home,
    now,
    lastWork: () => lastWork.at,
    log,
    onPulled: () => pasts.reset(),
    onRound() {
      if (live.watchers > 0) live.publish({ type: "changed", at: now(), what: "team" });
    },
  });

  const stopWork = new AbortController();
  const reading = {
    store,
    redact: redactor,
    projectOf,
    offSpans: (sessionId: string) => offSpans(home.off, sessionId),
    now,
    log,
  };
  const place = { home: home.dir, database: home.database, claudeDir };
  const thread = deps.hasThread === true ? openWorkThread({ place, onDigest: pasts.changed }) : undefined;
  const work =
    thread?.work ??
    createWork({ ...reading, ...place, home, onDigest: pasts.changed, signal: stopWork.signal });
  const farStore = far(store, work);
  const indexing = createIndexing({
    index: work.index,
    ...(playback === undefined ? { onProject: pasts.prepare } : {}),
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
  const upkeep = createUpkeep({
    home,
    store: farStore,
    work,
    now,
    log,
    onDamage,
    retention: settings.retention,
    stop() {
      stopWork.abort();
      thread?.stop();
    },
  });

  const root = workflowRoot(settings.workflow.root, home.dir);
  const { same, followMoved } = createSameProjects({ home, settings, store, workflowRoot: root, background });
  const forgotten = openForgottenFiles(home.clientForgotten);
  const client = { store, redact: redactor, now, same, claudeDir, forgotten };
  const hookRuns = createHookRuns();
  const userHooks = createUserHooks({
    home,
    settings,
    access: { env: { ...processEnv, ...deps.modelEnv }, settings: () => clientAccess(claudeDir) },
    log: toHookLog(log),
    count: counters.count,
    onRun: ({ id, ms, error, ...run }) => {
      hookRuns.add(id, { ms, error, at: now() });
      if (live.watchers > 0) live.publish(toLiveHook({ id, ms, error, ...run }, now()));
    },
  });

  const services = {
    home,
    claudeDir,
    workflowRoot: root,
    /** For everything that answers: what grows with the store is read in the thread, and a search waits a moment. */
    store: override(farStore, searchIn, {
      async search(query) {
        await indexing.fresh(FRESH_MS);
        return searchIn(store).search(query);
      },
    }),
    settings,
    refreshSettings: followConfig(home, settings, log),
    now,
    log,
    count: counters.count,
    ...(playback === undefined ? {} : { isPlayback: true as const }),
    projectOf,
    sessions: createSessions({ store, redaction: redactor.version, projectOf, fallback: home.dir }),
    seen: createSeen(),
    userHooks: userHooks.hooks,
    permissionRules: userHooks.rules,
    knowledge: createKnowledgeService({ settings, pasts, isInTeam }),
    work,
    clientMemory: createClientMemory({ ...client, background, isOff: playback !== undefined }),
    followMoved,
    catchUps,
    muted: openMuted(home.muted),
    notices: createNotices(home),
    exclusion,
    live,
    lastWork,
    background,
    indexSoon: indexing.soon,
    onDamage,
  } satisfies Services;

  return {
    ...services,
    startedAt,
    /** For messages that belong to no session. */
    messages,
    hookRuns,
    /** `soon`: somebody changed what is shared. */
    team: { isInTeam, soon: teamRounds.soon },
    sameProject: same,
    clientFiles: createClientFiles(client),
    pasts,
    upkeep,
    /** What the background thread is doing. */
    doing: () => thread?.doing() ?? [],
    counts: counters.all,
    hook: (call: HookCall) => run(call, services),
    /** Pawl runs as this plugin: what `pawl doctor` cannot see in any settings. */
    notePlugin(root: string): void {
      if (readIfThere(home.plugin) !== root) writeWhole(home.plugin, root);
    },
    /** Events that found no daemon: recorded as if they had, without an answer. */
    drain: held.drainWith(services),
    /** Reads what happened while no daemon was running. */
    async catchUp(): Promise<void> {
      await takeOverAll(root, home.dir, (id) => recordsIn(store).sessionProject(id));
      await catchUps.recent();
      indexing.soon();
    },
    /** Ends running user hooks, so that their callers get an answer, and starts no new ones. */
    endHooks: () => userHooks.runtime.close(),
    /** Resolves when no background work is left. */
    idle: background.close,
    async close(): Promise<void> {
      await userHooks.runtime.close();
      await teamRounds.close();
      await upkeep.close();
      await background.close();
      // Last: the background work may still add records.
      await indexing.close();
      await thread?.close();
      counters.flush();
      held.close();
      await deps.store.close();
    },
  };
}

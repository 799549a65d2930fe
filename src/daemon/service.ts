/**
 * Builds the services once and passes them on as one value. It contains no rules: `pipeline/` decides what happens
 * to an event.
 */

import { type HookRuns, toHookLog } from "../history/hook-runs.ts";
import { toLiveHook } from "../history/live/live-events.ts";
import type { Settings } from "../hooks/config/schema.ts";
import { createUserHooks } from "../hooks/user-hooks.ts";
import { chooseMessages } from "../locale/index.ts";
import { clientAccess } from "../model/access.ts";
import { type Handled, run } from "../pipeline/run.ts";
import { followConfig, type HookCall, type Services } from "../pipeline/services.ts";
import { createSeen } from "../pipeline/skip.ts";
import type { Clock } from "../platform/clock.ts";
import type { Counters, Counts } from "../platform/counters.ts";
import { processEnv } from "../platform/env.ts";
import { readIfThere, writeWhole } from "../platform/files.ts";
import type { Log } from "../platform/log.ts";
import { claudeConfigDir, type Home } from "../platform/paths.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import { takeOverAll } from "../work/take-over.ts";
import { createFoundation, type Foundation, type Playback } from "./foundation.ts";
import { holdWrites } from "./held-writes.ts";
import type { Upkeep } from "./import/upkeep.ts";
import { createMemoryServices } from "./memory-services.ts";

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
  /** For `pawl replay`: the events are past, and the home is a scratch folder. */
  playback?: Playback;
  /** Called when SQLite reports a damaged file. */
  onDamage?(): void;
  /** Long work is done in a thread of its own; default: in this one. */
  hasThread?: boolean;
}

type MemoryParts = Pick<
  ReturnType<typeof createMemoryServices>,
  "sameProject" | "clientFiles" | "doing" | "pasts" | "work" | "catchUps"
>;

export interface Service extends Omit<Services, keyof MemoryParts>, MemoryParts {
  /** For messages that belong to no session. */
  messages: ReturnType<typeof chooseMessages>;
  hookRuns: HookRuns;
  team: Foundation["team"];
  startedAt: number;
  upkeep: Upkeep;
  counts(): Counts;
  hook(call: HookCall): Promise<Handled>;
  /** Pawl runs as this plugin: what `pawl doctor` cannot see in any settings. */
  notePlugin(root: string): void;
  /** Events that found no daemon: recorded as if they had, without an answer. */
  drain(): Promise<number>;
  /** Reads what happened while no daemon was running. */
  catchUp(): Promise<void>;
  /** Ends running user hooks, so that their callers get an answer, and starts no new ones. */
  endHooks(): Promise<void>;
  /** Resolves when no background work is left. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export function createService(deps: ServiceDeps): Service {
  const { home, counters, now, settings } = deps;
  const claudeDir = deps.claudeDir ?? claudeConfigDir();
  const onDamage = () => deps.onDamage?.();
  const access = { env: { ...processEnv, ...deps.modelEnv }, settings: () => clientAccess(claudeDir) };

  const held = holdWrites(deps.store, home.spool, now);
  const foundation = createFoundation({ ...deps, store: held.store, onDamage });
  const { log, hookRuns, store } = foundation;
  const memory = createMemoryServices({
    onDamage,
    ...foundation,
    home,
    settings,
    now,
    claudeDir,
    count: counters.count,
    isPlayback: deps.playback !== undefined,
    hasThread: deps.hasThread === true,
  });
  const userHooks = createUserHooks({
    home,
    settings,
    access,
    log: toHookLog(log),
    count: counters.count,
    onRun: ({ id, ms, error, ...run }) => {
      hookRuns.add(id, { ms, error, at: now() });
      if (foundation.live.watchers > 0) foundation.live.publish(toLiveHook({ id, ms, error, ...run }, now()));
    },
  });
  const services: Services = {
    ...foundation,
    ...memory,
    home,
    claudeDir,
    settings,
    refreshSettings: followConfig(home, settings, log),
    now,
    count: counters.count,
    ...(deps.playback === undefined ? {} : { isPlayback: true }),
    seen: createSeen(),
    userHooks: userHooks.hooks,
    permissionRules: userHooks.rules,
    onDamage,
  };

  return {
    ...services,
    ...foundation,
    ...memory,
    messages: chooseMessages({}, settings.locale),
    counts: counters.all,
    hook: (call) => run(call, services),
    notePlugin(root) {
      if (readIfThere(home.plugin) !== root) writeWhole(home.plugin, root);
    },
    drain: held.drainWith(services),
    async catchUp() {
      await takeOverAll(services.workflowRoot, home.dir, (id) => recordsIn(store).sessionProject(id));
      await memory.catchUps.recent();
      memory.indexSoon();
    },
    endHooks: () => userHooks.runtime.close(),
    idle: foundation.background.close,
    async close() {
      await userHooks.runtime.close();
      await foundation.team.close();
      await memory.close();
      await foundation.background.close();
      await memory.closeIndex();
      counters.flush();
      held.close();
      await store.close();
    },
  };
}

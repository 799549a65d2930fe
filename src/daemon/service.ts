/**
 * Builds the services once and passes them on as one value. It contains no rules: `pipeline/` decides what happens
 * to an event.
 */

import { createHookRuns, toHookLog } from "../history/hook-runs.ts";
import { toLiveHook } from "../history/live/live-events.ts";
import { createSessions } from "../history/sessions/sessions.ts";
import { createUserHooks } from "../hooks/user-hooks.ts";
import { clientAccess } from "../model/access.ts";
import { run } from "../pipeline/run.ts";
import { createSeen, followConfig, type HookCall, type Services } from "../pipeline/services.ts";
import { processEnv } from "../platform/env.ts";
import { readIfThere, writeWhole } from "../platform/files.ts";
import { openMuted } from "../recall/muted.ts";
import { redactor } from "../redact/redactor.ts";
import { recordsIn } from "../store/records/queries.ts";
import { startTeamBackground } from "../team/background.ts";
import { takeOverAll } from "../work/take-over.ts";
import { createFoundation, type ServiceDeps } from "./foundation.ts";
import { createMemoryServices } from "./memory-services.ts";
import { createNotices, leaveNotice, readerLines } from "./notice.ts";

export type Service = ReturnType<typeof createService>;

export function createService(deps: ServiceDeps) {
  const { home, counters, now, settings } = deps;
  const foundation = createFoundation(deps);
  const { log, live, lastWork, background, claudeDir, held, isPlayback, store } = foundation;
  const memory = createMemoryServices(foundation, deps.hasThread === true);
  const team = startTeamBackground({
    home,
    now,
    lastWork: () => lastWork.at,
    log,
    onNews: (news) => leaveNotice(home, readerLines(news, foundation.messages)),
    onPulled: memory.pasts.reset,
    onRound() {
      if (live.watchers > 0) live.publish({ type: "changed", at: now(), what: "team" });
    },
  });
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
    ...foundation,
    ...memory,
    isPlayback,
    refreshSettings: followConfig(home, settings, log),
    sessions: createSessions({ ...foundation, redaction: redactor.version, fallback: home.dir }),
    seen: createSeen(),
    userHooks: userHooks.hooks,
    permissionRules: userHooks.rules,
    muted: openMuted(home.muted),
    notices: createNotices(home),
  } satisfies Services;

  return {
    ...services,
    hookRuns,
    /** `soon`: somebody changed what is shared. */
    team: { isInTeam: memory.isInTeam, soon: team.soon },
    counts: counters.all,
    hook: (call: HookCall) => run(call, services),
    /** Pawl runs as this plugin: what `pawl doctor` cannot see in any settings. */
    notePlugin(root: string): void {
      if (readIfThere(home.plugin) !== root) writeWhole(home.plugin, root);
    },
    /** Records events that found no daemon, without an answer. */
    drain: held.drainWith(services),
    /** Reads what happened while no daemon was running. */
    async catchUp(): Promise<void> {
      await takeOverAll(services.workflowRoot, home.dir, (id) => recordsIn(store).sessionProject(id));
      await memory.catchUps.recent();
      memory.indexSoon();
    },
    /** Ends running user hooks, so that their callers get an answer, and starts no new ones. */
    endHooks: () => userHooks.runtime.close(),
    /** Resolves when no background work is left. */
    idle: background.close,
    async close(): Promise<void> {
      await userHooks.runtime.close();
      await team.close();
      await memory.upkeep.close();
      await background.close();
      await memory.closeIndex();
      counters.flush();
      held.close();
      await store.close();
    },
  };
}

/** The base of all other services: log, live feed, background work, and the state of running sessions. */

import { existsSync } from "node:fs";
import { createHookRuns } from "../history/hook-runs.ts";
import { createLiveHub } from "../history/live/live.ts";
import { withLiveErrors } from "../history/live/live-events.ts";
import { createSessions } from "../history/sessions/sessions.ts";
import type { Settings } from "../hooks/config/schema.ts";
import { userExclusion } from "../hooks/config/user-settings.ts";
import { createBackground } from "../platform/background.ts";
import type { Clock } from "../platform/clock.ts";
import type { Counters } from "../platform/counters.ts";
import { PawlError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import type { Home } from "../platform/paths.ts";
import { createProjectOf } from "../platform/project.ts";
import { openMuted } from "../recall/muted.ts";
import { redactor } from "../redact/redactor.ts";
import type { Store } from "../store/store.ts";
import { startTeamBackground } from "../team/background.ts";
import { teamIn } from "../team/sql/index.ts";
import { workflowRoot } from "../work/workflow-files.ts";
import { leavingOut } from "./leave-out.ts";
import { createNotices } from "./notice.ts";

interface FoundationDeps {
  home: Home;
  store: Store;
  log: Log;
  counters: Counters;
  now: Clock;
  settings: Settings;
  /** See `ServiceDeps`. */
  playback?: Playback | undefined;
  onDamage(): void;
}

/** Past sessions are played through the service: no client waits, and nothing is written outside of its home. */
export interface Playback {
  /** The folders of the sessions need not be on this machine. */
  projectOf(cwd: string): string;
}

export function createFoundation({ home, store, now, settings, counters, ...deps }: FoundationDeps) {
  const startedAt = now();
  const live = createLiveHub();
  const log = withLiveErrors(deps.log, live, now);
  const onError = (what: string) => (error: unknown) => {
    if (error instanceof PawlError && error.code === "store_corrupt") deps.onDamage();
    counters.count("background_error");
    log.error(what, { error });
  };
  const projectOf = deps.playback?.projectOf ?? createProjectOf();
  const atOnce = deps.playback !== undefined;
  const lastWork = { at: startedAt };
  const onRound = () => {
    if (live.watchers > 0) live.publish({ type: "changed", at: now(), what: "team" });
  };
  const team = createTeamSync({ home, store, now, lastWork: () => lastWork.at, log, onRound });
  const exclusion = userExclusion(home);
  return {
    startedAt,
    live,
    log,
    /** For work in the background. */
    onError,
    projectOf,
    background: createBackground(onError("work in the background failed"), { atOnce }),
    lastWork,
    muted: openMuted(home.muted),
    team,
    hookRuns: createHookRuns(),
    notices: createNotices(home),
    exclusion,
    /** Keeps nothing of what the user left out. */
    store: leavingOut(store, exclusion),
    sessions: createSessions({ store, redaction: redactor.version, projectOf, fallback: home.dir }),
    workflowRoot: workflowRoot(settings.workflow.root, home.dir),
  };
}

export type Foundation = ReturnType<typeof createFoundation>;

// The daemon's side of a team: what others learned for recall, and synchronising while it runs.

interface TeamSyncDeps {
  home: Home;
  store: Store;
  now: Clock;
  /** While somebody works, it synchronises more often. */
  lastWork(): number;
  log: Log;
  onRound(): void;
}

function createTeamSync({ store, ...deps }: TeamSyncDeps) {
  let onPulled: () => void = () => undefined;
  const background = startTeamBackground({ ...deps, onPulled: () => onPulled() });
  const isInTeam = () => existsSync(deps.home.team);
  return {
    isInTeam,
    /** Asked when a project is first read: this machine may join a team while the daemon runs. */
    knowledge: async (project: string) => (isInTeam() ? teamIn(store).teamKnowledge(project) : undefined),
    whenPulled(act: () => void): void {
      onPulled = act;
    },
    /** Somebody changed what is shared. */
    soon: background.soon,
    close: background.close,
  };
}

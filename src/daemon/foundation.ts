/** The basis of all other services: log, live feed, background work, and the store of events. */

import { createLiveHub } from "../history/live/live.ts";
import { withLiveErrors } from "../history/live/live-events.ts";
import type { Settings } from "../hooks/config/schema.ts";
import { userExclusion } from "../hooks/config/user-settings.ts";
import { chooseMessages } from "../locale/index.ts";
import { createBackground } from "../platform/background.ts";
import type { Clock } from "../platform/clock.ts";
import type { Counters } from "../platform/counters.ts";
import { PawlError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import { claudeConfigDir, type Home } from "../platform/paths.ts";
import { createProjectOf } from "../platform/project.ts";
import type { Store } from "../store/store.ts";
import { workflowRoot } from "../work/workflow-files.ts";
import { holdWrites } from "./held-writes.ts";
import { leavingOut } from "./leave-out.ts";

export interface ServiceDeps {
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

export type Foundation = ReturnType<typeof createFoundation>;

export function createFoundation(deps: ServiceDeps) {
  const { home, counters, now, settings, playback, onDamage = () => undefined } = deps;
  const startedAt = now();
  const live = createLiveHub();
  const log = withLiveErrors(deps.log, live, now);
  const exclusion = userExclusion(home);
  const held = holdWrites(deps.store, home.spool, now);
  const onError = (what: string) => (error: unknown) => {
    if (error instanceof PawlError && error.code === "store_corrupt") onDamage();
    counters.count("background_error");
    log.error(what, { error });
  };
  const atOnce = playback !== undefined;
  return {
    home,
    now,
    settings,
    claudeDir: deps.claudeDir ?? claudeConfigDir(),
    isPlayback: atOnce,
    startedAt,
    live,
    log,
    count: counters.count,
    /** For messages that belong to no session. */
    messages: chooseMessages({}, settings.locale),
    exclusion,
    held,
    /** Drops records that the user excluded. */
    store: leavingOut(held.store, exclusion),
    projectOf: playback?.projectOf ?? createProjectOf(),
    onDamage,
    /** For work in the background. */
    onError,
    background: createBackground(onError("work in the background failed"), { atOnce }),
    lastWork: { at: startedAt },
    workflowRoot: workflowRoot(settings.workflow.root, home.dir),
  };
}

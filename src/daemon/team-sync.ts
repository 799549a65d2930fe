/** The daemon's side of a team: what others learned for recall, and synchronising while it runs. */

import { existsSync } from "node:fs";
import type { Clock } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { Home } from "../platform/paths.ts";
import type { Store } from "../store/store.ts";
import { startTeamBackground } from "../team/background.ts";
import type { TeamKnowledge } from "../team/records/knowledge.ts";
import { teamIn } from "../team/sql/index.ts";

interface TeamSyncDeps {
  home: Home;
  store: Store;
  now: Clock;
  /** While somebody works, it synchronises more often. */
  lastWork(): number;
  log: Log;
}

export function createTeamSync({ home, store, now, lastWork, log }: TeamSyncDeps) {
  let onPulled: () => void = () => undefined;
  let onRound: () => void = () => undefined;
  const background = startTeamBackground({
    home,
    now,
    lastWork,
    onRound: () => onRound(),
    onPulled: () => onPulled(),
    log,
  });
  const isInTeam = () => existsSync(home.team);
  return {
    isInTeam,
    /** Asked when a project is first read: this machine may join a team while the daemon runs. */
    knowledge: async (project: string): Promise<TeamKnowledge | undefined> =>
      isInTeam() ? teamIn(store).teamKnowledge(project) : undefined,
    whenPulled(act: () => void): void {
      onPulled = act;
    },
    whenSynchronised(act: () => void): void {
      onRound = act;
    },
    /** Somebody changed what is shared. */
    soon: background.soon,
    close: background.close,
  };
}

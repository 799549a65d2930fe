/** Sharing with a team, on this database. */
import type { Database } from "bun:sqlite";
import type { TeamStore } from "../../team-port.ts";
import type { createForget } from "../forget.ts";
import type { Memories } from "../memories.ts";
import type { Named } from "../values.ts";
import { createTeamCopies } from "./copies.ts";
import { createTeamHeads } from "./heads.ts";
import { createTeamLists } from "./lists.ts";

export function createTeam(db: Database, memories: Memories, forgetting: ReturnType<typeof createForget>) {
  const dropLink = db.query<unknown, Named>(
    "delete from team_links where folder = $folder and kind = $kind and key = $key",
  );
  const forgetCopies = db.transaction((copies: Copies): void => {
    // First: with their links, the end of the copies would be taken for the user's wish.
    for (const { uri, project } of copies.memories)
      dropLink.run({ folder: project, kind: "memory", key: uri });
    for (const { id, project } of copies.solutions) {
      dropLink.run({ folder: project, kind: "solution", key: id.slice("solution-".length) });
    }
    forgetting.erase({ copies: { ...copies, solutions: copies.solutions.map(({ id }) => id) } }, 0);
  });
  return {
    ...createTeamLists(db),
    ...createTeamHeads(db),
    ...createTeamCopies(db, memories),
    forgetTeamCopies(copies: Copies): void {
      forgetCopies.immediate(copies);
      forgetting.finish();
    },
  };
}

type Copies = Parameters<TeamStore["forgetTeamCopies"]>[0];
type Team = ReturnType<typeof createTeam>;

/** All of them, so that none is left out of the store by mistake. */
const NAMES: { readonly [Name in keyof TeamStore]: true } = {
  teamFolders: true,
  saveTeamFolder: true,
  dropTeamFolder: true,
  teamChanges: true,
  markTeamChange: true,
  settleTeamChange: true,
  teamHeads: true,
  listTeamHeads: true,
  teamLink: true,
  teamLinks: true,
  saveTeamLink: true,
  dropTeamLink: true,
  isTeamMarked: true,
  markTeam: true,
  pendingTeamRecords: true,
  commitTeamVersion: true,
  forgetTeamRecord: true,
  applyPulled: true,
  teamOutbox: true,
  settleOutbox: true,
  setTeamHeadState: true,
  dropTeamHead: true,
  teamCursor: true,
  saveTeamCursor: true,
  teamCounts: true,
  writeTeamMemory: true,
  dropTeamMemory: true,
  forgetTeamCopies: true,
  teamKnowledge: true,
  leaveTeam: true,
};

export const TEAM_METHODS = Object.keys(NAMES) as (keyof TeamStore & keyof Team)[];

/** Sharing with a team, on this database. */
import type { Database } from "bun:sqlite";
import type { Memories } from "../../memory/sql/memories.ts";
import type { MemoryIndex } from "../../memory/sql/memory-index.ts";
import type { createForget } from "../../store/forget/forget.ts";
import type { TeamStore } from "../../store/port/team-port.ts";
import { createTeamCopies } from "./copies.ts";
import { createTeamHandoffs } from "./handoffs.ts";
import { createTeamHeads } from "./heads.ts";
import { createTeamLists } from "./lists.ts";

interface TeamParts {
  memories: Memories;
  index: MemoryIndex;
  forget: ReturnType<typeof createForget>;
}

export function createTeam(db: Database, { memories, index, forget }: TeamParts) {
  const lists = createTeamLists(db);
  const heads = createTeamHeads(db);
  const copies = createTeamCopies(db, memories, index);

  type NewMemory = Parameters<TeamStore["writeNewTeamMemories"]>[0][number];
  function writeNew({ draft, link }: NewMemory): boolean {
    if (copies.writeTeamMemory(draft, undefined) === undefined) return false;
    heads.saveTeamLink(link);
    // It already equals the shared record, so nothing has to be sent.
    lists.dropTeamChange("memory", link.folder, link.key);
    lists.markTeam(link, "pending", false);
    return true;
  }
  const writeNewTeamMemories = db.transaction((all: readonly NewMemory[]) => all.map(writeNew));

  return {
    ...lists,
    ...heads,
    ...createTeamHandoffs(db),
    ...copies,
    writeNewTeamMemories: writeNewTeamMemories.immediate,
    async forgetTeamCopies(copies: Parameters<TeamStore["forgetTeamCopies"]>[0]): Promise<void> {
      await forget.forget({ copies }, 0);
    },
  };
}

type Team = ReturnType<typeof createTeam>;

/** Lists every method, so that the type check notices a missing one. */
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
  takeBackTeamRecord: true,
  applyPulled: true,
  teamOutbox: true,
  settleOutbox: true,
  setTeamHeadState: true,
  dropTeamHead: true,
  teamCursor: true,
  saveTeamCursor: true,
  teamCounts: true,
  teamAuthors: true,
  teamConflicts: true,
  writeTeamMemory: true,
  writeNewTeamMemories: true,
  dropTeamMemory: true,
  forgetTeamCopies: true,
  teamKnowledge: true,
  teamHandoffs: true,
  addTeamHandoff: true,
  changeTeamHandoff: true,
  dropTeamHandoff: true,
  takeTeamHandoffs: true,
  isTeamPrivate: true,
  setTeamPrivate: true,
  leaveTeam: true,
};

export const TEAM_METHODS = Object.keys(NAMES) as (keyof TeamStore & keyof Team)[];

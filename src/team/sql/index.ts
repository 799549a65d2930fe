/** Sharing with a team, on this database. */

import type { MemoryDraft } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { memoryIndex } from "../../store/index/memory-index.ts";
import { type OpenDatabase, queries } from "../../store/store.ts";
import { createTeamCopies } from "./copies.ts";
import { forgettingIn } from "./forget.ts";
import { createTeamHandoffs } from "./handoffs.ts";
import { createTeamHeads } from "./heads.ts";
import { createTeamLists } from "./lists.ts";
import { createTeamPeople } from "./people.ts";
import type { TeamLink } from "./types.ts";

interface NewMemory {
  draft: MemoryDraft;
  link: TeamLink;
}

interface Copies {
  memories: { uri: string; project: string }[];
  solutions: string[];
}

export const teamIn = queries(createTeam, { isUnguarded: true });

function createTeam({ db, part }: OpenDatabase) {
  const lists = createTeamLists(db);
  const heads = createTeamHeads(db);
  const copies = createTeamCopies(db, part(memoriesIn), part(memoryIndex));

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
    ...createTeamPeople(db),
    ...copies,
    writeNewTeamMemories: writeNewTeamMemories.immediate,
    /** Deletes for good what the team forgot, with its links; and whatever bytes are left of earlier deletions. */
    async forgetTeamCopies(copies: Copies): Promise<void> {
      await part(forgettingIn).forget({ copies }, 0);
    },
  };
}

/** The team's part of this database. */

import { memoriesIn } from "../../memory/sql/index.ts";
import { memoryIndex } from "../../store/index/memory-index.ts";
import { type OpenDatabase, queries } from "../../store/store.ts";
import { createTeamCopies } from "./copies.ts";
import { forgettingIn } from "./forget.ts";
import { createTeamHandoffs } from "./handoffs.ts";
import { createTeamHeads } from "./heads.ts";
import { createTeamLists, createTeamReads } from "./lists.ts";

interface Copies {
  memories: { uri: string; project: string }[];
  solutions: string[];
}

export const teamIn = queries(createTeam, { isUnguarded: true });

function createTeam({ db, part }: OpenDatabase) {
  const lists = createTeamLists(db);
  return {
    ...lists,
    ...createTeamReads(db),
    ...createTeamHeads(db, lists),
    ...createTeamHandoffs(db),
    ...createTeamCopies(db, part(memoriesIn), part(memoryIndex)),
    /** Deletes permanently what the team forgot, with its links and any bytes left from earlier deletions. */
    async forgetTeamCopies(copies: Copies): Promise<void> {
      await part(forgettingIn).forget({ copies }, 0);
    },
  };
}

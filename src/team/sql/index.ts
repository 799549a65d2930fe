/** The team's part of this database. */

import type { Database } from "bun:sqlite";
import type { Memory, MemoryDraft, MemoryName } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { Memories } from "../../memory/sql/memories.ts";
import type { MemoryIndex } from "../../store/index/memory-index.ts";
import { memoryIndex } from "../../store/index/memory-index.ts";
import { type OpenDatabase, queries } from "../../store/store.ts";
import { forgettingIn } from "./forget.ts";
import { createTeamHandoffs } from "./handoffs.ts";
import { createTeamHeads } from "./heads.ts";
import { createTeamLists, createTeamReads } from "./lists.ts";
import { statementsOf } from "./rows.ts";

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

/** Shared records as memories and solutions of this store. */
function createTeamCopies(db: Database, memories: Memories, index: MemoryIndex) {
  const { get, run } = statementsOf(db);

  const writeTeamMemory = db.transaction(
    (draft: MemoryDraft, version: number | undefined): Memory | undefined => {
      const row = memories.find(draft);
      if (row?.version !== version) return undefined;
      if (row === undefined) return memories.saveMemory(draft).memory;
      // "User text beats derived text" applies only to what Pawl derives; here a person decided.
      const { content, disclosure = "", priority, status, redaction, at, author, reason } = draft;
      const change = { at, author, ...(reason === undefined ? {} : { reason }) };
      // A discarded memory can only be restored; the team may have archived it in the meantime.
      if (row.status === "deleted" && status !== undefined && status !== "deleted") {
        memories.changeMemory(draft, { status: "active" }, change);
      }
      const patch = { content, disclosure, redaction };
      const more = { ...(priority !== undefined && { priority }), ...(status !== undefined && { status }) };
      const changed = memories.changeMemory(draft, { ...patch, ...more }, change);
      memories.setProvenance(draft, draft.provenance);
      return changed;
    },
  );

  const dropTeamMemory = db.transaction((name: MemoryName): void => {
    // First, because with its link in place, deleting the row would count as the user's own deletion.
    run("delete from team_links where folder = $project and kind = 'memory' and key = $uri", name);
    const row = get<{ id: number }>(
      "delete from memories where project = $project and uri = $uri returning id",
      name,
    );
    if (row !== undefined) index.removeMemory(row.id);
  });

  return { writeTeamMemory: writeTeamMemory.immediate, dropTeamMemory: dropTeamMemory.immediate };
}

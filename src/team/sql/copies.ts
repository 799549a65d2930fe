/** Shared records as memories and solutions of this store. */
import type { Database } from "bun:sqlite";
import type { Memory, MemoryDraft, MemoryName } from "../../memory/records/memory.ts";
import type { Memories } from "../../memory/sql/memories.ts";
import type { MemoryIndex } from "../../store/index/memory-index.ts";
import { type Named, toText } from "../../store/values.ts";

export function createTeamCopies(db: Database, memories: Memories, index: MemoryIndex) {
  const drop = db.query<{ id: number }, Named>(
    "delete from memories where project = $project and uri = $uri returning id",
  );
  const dropLink = db.query<unknown, Named>(
    "delete from team_links where folder = $folder and kind = 'memory' and key = $key",
  );

  const writeTeamMemory = db.transaction(
    (draft: MemoryDraft, version: number | undefined): Memory | undefined => {
      const row = memories.find(draft);
      if (row?.version !== version) return undefined;
      // "User text beats derived text" applies only to what Pawl derives; here a person decided.
      const { disclosure = "", ...rest } = draft;
      if (row === undefined) return memories.saveMemory(draft).memory;
      // A discarded memory can only be restored; the team may have archived it in the meantime.
      if (row.status === "deleted" && rest.status !== undefined && rest.status !== "deleted") {
        memories.changeMemory(draft, { status: "active" }, rest);
      }
      const { content, priority, status, redaction, at, author, reason } = rest;
      const patch = {
        content,
        disclosure,
        redaction,
        ...(priority === undefined ? {} : { priority }),
        ...(status === undefined ? {} : { status }),
      };
      const changed = memories.changeMemory(draft, patch, {
        at,
        author,
        ...(reason === undefined ? {} : { reason }),
      });
      memories.setProvenance(draft, draft.provenance);
      return changed;
    },
  );

  const dropTeamMemory = db.transaction((name: MemoryName): void => {
    // First: with its link in place, deleting the row would count as the user's own deletion.
    dropLink.run({ folder: toText(name.project), key: toText(name.uri) });
    const row = drop.get({ project: toText(name.project), uri: toText(name.uri) });
    if (row !== null) index.removeMemory(row.id);
  });

  return { writeTeamMemory: writeTeamMemory.immediate, dropTeamMemory: dropTeamMemory.immediate };
}

/** Writes the team's records into this machine's store: as memories and solutions, each with its author. */
import type { TeamFolder, TeamHead, TeamLink, TeamRecordName } from "../store/store.ts";
import { writeMemory } from "./apply-memory.ts";
import { writeNote, writeSolution } from "./apply-other.ts";
import { forgetForGood } from "./forget-for-good.ts";
import { breathe, type TeamParts } from "./parts.ts";

const AT_ONCE = 500;

/** How many records were written or deleted. Stopped in the middle, the rest is still marked and comes next time. */
export async function applyPending(parts: TeamParts): Promise<number> {
  const { store } = parts;
  const folders = await store.teamFolders();
  let done = 0;
  for (;;) {
    const records = await store.pendingTeamRecords(AT_ONCE);
    const gone: TeamLink[] = [];
    const forgotten: TeamRecordName[] = [];
    for (const record of records) {
      if (await store.isTeamMarked(record, "gone")) {
        gone.push(...(await store.teamLinks(record)));
        forgotten.push(record);
        continue;
      }
      if (!(await store.isTeamMarked(record, "hidden"))) await applyRecord(record, folders, parts);
      await store.markTeam(record, "pending", false);
      done++;
      await breathe();
    }
    if (forgotten.length > 0) await forgetForGood(parts.store, gone);
    for (const record of forgotten) await store.markTeam(record, "pending", false);
    done += forgotten.length;
    if (records.length < AT_ONCE) return done;
  }
}

async function applyRecord(
  record: TeamRecordName,
  folders: readonly TeamFolder[],
  parts: TeamParts,
): Promise<void> {
  const heads = await parts.store.teamHeads(record);
  for (const folder of folders.filter(({ project }) => project === record.project)) {
    await writeTo(folder, heads, parts);
  }
}

async function writeTo(folder: TeamFolder, heads: readonly TeamHead[], parts: TeamParts): Promise<void> {
  const [first] = heads.filter(({ body }) => body !== undefined);
  if (first === undefined) return;
  if (first.kind === "memory") return writeMemory(first, folder, parts);
  // Of the others only what somebody else learned: one's own stands in one's own records.
  if (first.author === "") return;
  if (first.kind === "solution" || first.kind === "written-solution")
    return writeSolution(first, folder, parts);
  if (first.kind === "summary" || first.kind === "client-memory") return writeNote(first, folder, parts);
}

/** Writes the team's records into this machine's store: as memories and solutions, each with its author. */

import { dropCopies, writeMemory } from "./apply-memory.ts";
import { writeSolution } from "./apply-other.ts";
import { forgetForGood } from "./forget-for-good.ts";
import { breathe, freeMemory, type TeamParts } from "./parts.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamFolder, TeamLink, TeamRecordName } from "./sql/types.ts";

const AT_ONCE = 500;

/** If interrupted, the remaining records are still marked for the next round. */
export async function applyPending(parts: TeamParts): Promise<void> {
  const team = teamIn(parts.store);
  const folders = await team.teamFolders();
  for (;;) {
    const records = await team.pendingTeamRecords(AT_ONCE);
    const gone: TeamLink[] = [];
    const forgotten: TeamRecordName[] = [];
    for (const record of records) {
      if (await team.isTeamMarked(record, "gone")) {
        gone.push(...(await team.teamLinks(record)));
        forgotten.push(record);
        continue;
      }
      if (!(await team.isTeamMarked(record, "hidden"))) await applyRecord(record, folders, parts);
      await team.markTeam(record, "pending", false);
      await breathe();
    }
    if (forgotten.length > 0) await forgetForGood(parts.store, gone);
    for (const record of forgotten) await team.markTeam(record, "pending", false);
    if (records.length < AT_ONCE) return;
    freeMemory();
  }
}

async function applyRecord(
  record: TeamRecordName,
  folders: readonly TeamFolder[],
  parts: TeamParts,
): Promise<void> {
  const [first] = await teamIn(parts.store).shownTeamHeads(record);
  // Forgotten on this machine. Its link still has to report that to the server.
  const isForgotten = (await teamIn(parts.store).teamHeads(record)).some(({ body }) => body === undefined);
  if (first === undefined && isForgotten) return;
  for (const folder of folders.filter(({ project }) => project === record.project)) {
    if (first === undefined) await dropCopies(record, folder, parts);
    else if (first.kind === "memory") await writeMemory(first, folder, parts);
    // Only other members' solutions: the user's own are already in the store. Pitfalls and commands are read as they are.
    else if (first.author !== "" && first.kind.endsWith("solution"))
      await writeSolution(first, folder, parts);
  }
}

/** Writes the team's records into this machine's store: as memories and solutions, each with its author. */

import { dropCopies, newMemory, writeMemory } from "./apply-memory.ts";
import { writeNote, writeSolution } from "./apply-other.ts";
import { forgetForGood } from "./forget-for-good.ts";
import { breathe, type TeamParts } from "./parts.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamFolder, TeamLink, TeamRecordName } from "./sql/types.ts";

const AT_ONCE = 500;
/** New records per transaction: large enough to be fast, small enough that hooks wait only milliseconds. */
const TOGETHER = 20;

/** How many records were written or deleted. Stopped in the middle, the rest is still marked and comes next time. */
export async function applyPending(parts: TeamParts): Promise<number> {
  const { store } = parts;
  const folders = await teamIn(store).teamFolders();
  let done = 0;
  for (;;) {
    const records = await teamIn(store).pendingTeamRecords(AT_ONCE);
    const gone: TeamLink[] = [];
    const forgotten: TeamRecordName[] = [];
    const rest: TeamRecordName[] = [];
    let fresh: NewMemory[] = [];
    const writeFresh = async () => {
      const written = await teamIn(store).writeNewTeamMemories(fresh);
      rest.push(...fresh.filter((_, place) => written[place] === false).map(({ link }) => link));
      fresh = [];
      await breathe();
    };
    for (const record of records) {
      if (await teamIn(store).isTeamMarked(record, "gone")) {
        gone.push(...(await teamIn(store).teamLinks(record)));
        forgotten.push(record);
        continue;
      }
      const found = await toNew(record, folders, parts);
      if (found === undefined) rest.push(record);
      else fresh.push(found);
      if (fresh.length === TOGETHER) await writeFresh();
    }
    if (fresh.length > 0) await writeFresh();
    for (const record of rest) {
      if (!(await teamIn(store).isTeamMarked(record, "hidden"))) await applyRecord(record, folders, parts);
      await teamIn(store).markTeam(record, "pending", false);
      await breathe();
    }
    if (forgotten.length > 0) await forgetForGood(parts.store, gone);
    for (const record of forgotten) await teamIn(store).markTeam(record, "pending", false);
    done += records.length;
    if (records.length < AT_ONCE) return done;
  }
}

type NewMemory = NonNullable<Awaited<ReturnType<typeof newMemory>>>;

/** Where the project is checked out once: what several folders have to show is written folder by folder. */
async function toNew(
  record: TeamRecordName,
  folders: readonly TeamFolder[],
  parts: TeamParts,
): Promise<NewMemory | undefined> {
  const [folder, second] = folders.filter(({ project }) => project === record.project);
  if (folder === undefined || second !== undefined) return undefined;
  if (await teamIn(parts.store).isTeamMarked(record, "hidden")) return undefined;
  return newMemory(record, folder, parts);
}

async function applyRecord(
  record: TeamRecordName,
  folders: readonly TeamFolder[],
  parts: TeamParts,
): Promise<void> {
  const [first] = await teamIn(parts.store).shownTeamHeads(record);
  // Forgotten here: that is still to be told, by its link.
  const isForgotten = (await teamIn(parts.store).teamHeads(record)).some(({ body }) => body === undefined);
  if (first === undefined && isForgotten) return;
  for (const folder of folders.filter(({ project }) => project === record.project)) {
    if (first === undefined) await dropCopies(record, folder, parts);
    else if (first.kind === "memory") await writeMemory(first, folder, parts);
    // Of the others only what somebody else learned: one's own stands in one's own records.
    else if (first.author === "") continue;
    else if (first.kind === "solution" || first.kind === "written-solution")
      await writeSolution(first, folder, parts);
    else if (first.kind === "summary" || first.kind === "client-memory")
      await writeNote(first, folder, parts);
  }
}

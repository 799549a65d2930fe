/** Writes the team's records into this machine's store: as memories and solutions, each with its author. */
import { PawlError } from "../errors.ts";
import type { TeamFolder, TeamHead, TeamLink, TeamRecordName } from "../store/store.ts";
import { writeMemory } from "./apply-memory.ts";
import { writeNote, writeSolution } from "./apply-other.ts";
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
    await forgetCopies(gone, parts);
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

/** All at once: the store rewrites its file for it, so that no byte stays. */
async function forgetCopies(links: readonly TeamLink[], { store }: TeamParts): Promise<void> {
  const memories = links
    .filter(({ kind }) => kind === "memory")
    .map(({ key, folder }) => ({ uri: key, project: folder }));
  const solutions = links.filter(({ kind }) => kind === "solution").map(({ key }) => `solution-${key}`);
  if (memories.length + solutions.length > 0) await forgetForGood({ memories, solutions }, store);
  for (const link of links) await store.dropTeamLink(link);
}

const TRIES = 20;
const PAUSE_MS = 250;

/** Another process may be reading just now; the bytes go as soon as it has finished. */
async function forgetForGood(
  copies: Parameters<TeamParts["store"]["forgetTeamCopies"]>[0],
  store: TeamParts["store"],
): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      return await store.forgetTeamCopies(copies);
    } catch (error) {
      if (!(error instanceof PawlError) || error.code !== "forget_unfinished" || turn === TRIES) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}

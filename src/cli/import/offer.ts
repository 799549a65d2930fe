/** The first start: offers to import the sessions that the connected clients have on disk. */

import { existsSync } from "node:fs";
import { basename } from "node:path";
import type { FoundTranscript } from "../../clients/transcripts/entries.ts";
import { pawlHome } from "../../platform/paths.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { print, programName } from "../output.ts";
import { words } from "../words.ts";

/** A rough figure: 138 MB once took 4.6 s on two cores. The question only needs the order of magnitude. */
const MEGABYTES_PER_SECOND = 30;

/** Asks only in a terminal, and only if nothing is recorded. Loaded on demand, because `pawl up` waits for it. */
export async function offerImport(): Promise<void> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return;
  const { withStore } = await import("../open-store.ts");
  if ((await withStore((store) => recordsIn(store).sessions({ limit: 1 }))).length > 0) return;
  const { connectedTranscriptDirs } = await import("../../clients/transcripts/find.ts");
  const { findTranscripts } = await import("../../clients/transcripts/find.ts");
  const folders = connectedTranscriptDirs();
  const found = await findTranscripts(folders);
  if (found.length === 0) return;
  const megabytes = found.reduce((sum, { size }) => sum + size, 0) / 1e6;
  const seconds = Math.max(1, Math.ceil(megabytes / MEGABYTES_PER_SECOND));
  const { confirm } = await import("../person.ts");
  const question = words.import.ask((await sessionsIn(found)).size, megabytes.toFixed(1), seconds);
  if ((await confirm(question, true)) === true) {
    const { importAndReport } = await import("./command.ts");
    await importAndReport(folders);
  } else {
    const { saveImportMark } = await import("../../daemon/import/upkeep.ts");
    saveImportMark(pawlHome(), { at: Date.now(), declined: true });
    print(words.import.later(programName()));
  }
}

/** Each session with its file. Claude Code's subagents have files of their own, which are part of a session. */
async function sessionsIn(found: readonly FoundTranscript[]): Promise<Map<string, string>> {
  const { formatOf } = await import("../../clients/transcripts/find.ts");
  const own = found.filter(({ path }) => !basename(path).startsWith("agent-"));
  return new Map(own.map(({ path }) => [formatOf(path).sessionOf(path), path]));
}

/** Sessions of connected clients that Pawl has not read: from before it was connected, or before the user trusted its hooks. */
export async function unrecordedSessions(): Promise<number> {
  const { connectedTranscriptDirs } = await import("../../clients/transcripts/find.ts");
  const { findTranscripts } = await import("../../clients/transcripts/find.ts");
  const { readImportMark } = await import("../../daemon/import/upkeep.ts");
  const home = pawlHome();
  // The user declined them.
  if (readImportMark(home)?.declined === true) return 0;
  const found = await findTranscripts(connectedTranscriptDirs());
  const sessions = await sessionsIn(found);
  if (sessions.size === 0 || !existsSync(home.database)) return sessions.size;
  const { withStore } = await import("../open-store.ts");
  return withStore(async (store) => {
    const { transcriptOffset, session } = recordsIn(store);
    for (const [id, path] of sessions)
      if ((await transcriptOffset(path)) !== undefined || (await session(id)) !== undefined)
        sessions.delete(id);
    return sessions.size;
  });
}

/** Shown where users look after connecting. */
export async function offerUnrecorded(): Promise<void> {
  const count = await unrecordedSessions();
  if (count > 0) print(`${words.status.unrecorded}: ${words.status.unrecordedCount(count, programName())}`);
}

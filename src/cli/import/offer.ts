/** The first start: offers to import the sessions that the connected clients have on disk. */

import { pawlHome } from "../../platform/paths.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { print, programName } from "../output.ts";
import { words } from "../words.ts";

/** A rough figure: 138 MB once took 4.6 s on two cores. The question only needs the order of magnitude. */
const MEGABYTES_PER_SECOND = 30;

/** Asks only on a terminal, and only while nothing is recorded. What it needs is loaded then: `pawl up` waits for it. */
export async function offerImport(): Promise<void> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return;
  const { withStore } = await import("../open-store.ts");
  if ((await withStore((store) => recordsIn(store).sessions({ limit: 1 }))).length > 0) return;
  await offer();
}

async function offer(): Promise<void> {
  const { connectedTranscriptDirs } = await import("../../clients/transcripts/format.ts");
  const { findTranscripts } = await import("../../clients/transcripts/find.ts");
  const folders = connectedTranscriptDirs();
  const found = await findTranscripts(folders);
  if (found.length === 0) return;
  const megabytes = found.reduce((sum, { size }) => sum + size, 0) / 1e6;
  const seconds = Math.max(1, Math.ceil(megabytes / MEGABYTES_PER_SECOND));
  const { confirm } = await import("../person.ts");
  if ((await confirm(words.import.ask(found.length, megabytes.toFixed(1), seconds), true)) === true) {
    const { importAndReport } = await import("./command.ts");
    await importAndReport({ paths: folders, asJson: false });
  } else {
    const { saveImportMark } = await import("../../daemon/import/upkeep.ts");
    saveImportMark(pawlHome(), { at: Date.now(), declined: true });
    print(words.import.later(programName()));
  }
}

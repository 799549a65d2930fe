/** The first start: offers to import the sessions that the connected clients have on disk. */
import { pawlHome } from "../../platform/paths.ts";
import { saveImportMark } from "../../services/import/import-mark.ts";
import { connectedTranscriptDirs } from "../../services/import/transcript-dirs.ts";
import { findTranscripts } from "../../transcripts/find.ts";
import { confirm } from "../confirm.ts";
import { withStore } from "../open-store.ts";
import { print } from "../output.ts";
import { programName } from "../program-name.ts";
import { words } from "../words.ts";
import { importAndReport } from "./command.ts";

/** A rough figure: 138 MB once took 4.6 s on two cores. The question only needs the order of magnitude. */
const MEGABYTES_PER_SECOND = 30;

/** Asks only on a terminal, and only while nothing is recorded. */
export async function offerImport(): Promise<void> {
  if (process.stdin.isTTY !== true || process.stdout.isTTY !== true) return;
  if ((await withStore((store) => store.stats())).sessions > 0) return;
  const folders = connectedTranscriptDirs();
  const found = await findTranscripts(folders);
  if (found.length === 0) return;
  const megabytes = found.reduce((sum, { size }) => sum + size, 0) / 1e6;
  const seconds = Math.max(1, Math.ceil(megabytes / MEGABYTES_PER_SECOND));
  if ((await confirm(words.import.ask(found.length, megabytes.toFixed(1), seconds), true)) === true) {
    await importAndReport({ paths: folders, asJson: false });
  } else {
    saveImportMark(pawlHome(), { at: Date.now(), declined: true });
    print(words.import.later(programName()));
  }
}

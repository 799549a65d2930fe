/** The client's transcripts, compared with what Pawl has recorded. */
import type { FoundTranscript } from "../../clients/transcripts/entries.ts";
import { connectedTranscriptDirs, findTranscripts, formatOf } from "../../clients/transcripts/find.ts";
import { readTranscript } from "../../clients/transcripts/read.ts";
import { userExclusion } from "../../hooks/config/user-settings.ts";
import { offSpans } from "../../platform/off.ts";
import type { Home } from "../../platform/paths.ts";
import { projectRoot } from "../../platform/project.ts";
import { countKnownCalls } from "../../store/forget/forgotten.ts";
import type { RecordBatch } from "../../store/records/records.ts";
import { runImport } from "../import/run.ts";
import { withStore } from "../open-store.ts";
import { words } from "../words.ts";
import { type Checked, fine, wrong } from "./check.ts";

const DAY_MS = 86_400_000;
export const RECENT_DAYS = 30;

/** Nothing is stored here, so nothing needs redaction. */
export const asItIs = { text: (text: string) => text, json: (value: unknown) => value, version: 0 };

/** Newest first, with a limit on the bytes read: missing records are most likely among the newest. */
const LOOKED_AT_BYTES = 12_000_000;

export async function checkCoverage(home: Home, deep: boolean): Promise<Checked> {
  const all30 = await recentIn(connectedTranscriptDirs());
  const files = deep ? all30 : newestOf(all30);
  let [all, known] = [0, 0];
  for (const { path } of files) {
    const counts = countKnownCalls(home.database, await callsIn(path, home));
    all += counts.all;
    known += counts.known;
  }
  const say = words.doctor.coverage;
  const isPart = files.length < all30.length;
  const message = isPart ? say.newest(known, all) : say.known(known, all, RECENT_DAYS);
  if (known === all) return fine(message);
  return wrong(message, words.doctor.runImport, importAll);
}

/** They are sorted by time, the newest last. */
function newestOf(files: readonly FoundTranscript[]): FoundTranscript[] {
  let left = LOOKED_AT_BYTES;
  return files.toReversed().filter(({ size }) => {
    left -= size;
    return left >= 0;
  });
}

async function importAll(): Promise<void> {
  await withStore((store) => runImport({ store, paths: connectedTranscriptDirs() }));
}

export function recentIn(folders: readonly string[]): Promise<FoundTranscript[]> {
  return findTranscripts(folders, Date.now() - RECENT_DAYS * DAY_MS);
}

/** The calls with a result that were made neither while Pawl was off nor in a folder that is never recorded. */
async function callsIn(path: string, home: Home): Promise<RecordBatch[]> {
  const found: RecordBatch[] = [];
  const exclusion = userExclusion(home);
  const sessionId = formatOf(path).sessionOf(path);
  for await (const { batches } of readTranscript({ path, sessionId, redact: asItIs })) {
    for (const { session, observations } of batches) {
      const off = offSpans(home.off, session.id);
      const isOff = (at: number) => off.some(({ from, to }) => at >= from && at < to);
      const project = projectRoot(session.cwd);
      if (exclusion.folder(session.cwd, project)) return [];
      found.push({
        session: { ...session, project },
        observations: observations.filter(({ at }) => !isOff(at)),
      });
    }
  }
  return found;
}

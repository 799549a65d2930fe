/** Reads a session's transcript, and those of its subagents, into the store. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { addTo, catchUp, noneAdded, type TimeSpan } from "../../clients/transcripts/catch-up.ts";
import { findTranscripts } from "../../clients/transcripts/find.ts";
import { formatOf } from "../../clients/transcripts/format.ts";
import { readTranscript } from "../../clients/transcripts/read.ts";
import type { Redactor } from "../../store/records/observation.ts";
import type { Added } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";

interface ReadingDeps {
  store: Store;
  redact: Redactor;
  projectOf(cwd: string): string;
  offSpans(sessionId: string): readonly TimeSpan[];
}

/** Small pieces: between two of them others get their turn. */
const CHUNK_BYTES = 1 << 17;

export async function readSessionFiles(
  sessionId: string,
  transcriptPath: string,
  { store, redact, projectOf, offSpans }: ReadingDeps,
): Promise<Added> {
  const added = noneAdded();
  if (!(await isTranscript(transcriptPath))) return added;
  const below = transcriptPath.slice(0, -".jsonl".length);
  for (const { path } of await findTranscripts([transcriptPath, join(below, "subagents")])) {
    const seen = await catchUp({
      store,
      offsets: store,
      path,
      sessionId,
      redact,
      projectOf,
      offSpans,
      read: (options) => readTranscript({ ...options, lines: { chunkBytes: CHUNK_BYTES } }),
    });
    addTo(added, seen.added);
  }
  return added;
}

/** The path comes with an event: a pipe in its place would be waited for. */
async function isTranscript(path: string): Promise<boolean> {
  if (formatOf(path).database !== undefined) return true;
  if (!path.endsWith(".jsonl")) return false;
  return stat(path).then(
    (file) => file.isFile(),
    () => false,
  );
}

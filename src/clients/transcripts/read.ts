/** Reads one transcript, from an offset to its end, as batches of records. */
import type { Redactor } from "../../redact/redactor.ts";
import { forSession } from "../../store/records/observation.ts";
import type { Transcripts } from "../setup.ts";
import { createCounts, isWhole, type LineCounts } from "./entries.ts";
import { fileState, formatOf } from "./find.ts";
import { createForkFilter, type ForkState } from "./fork.ts";
import { readLines } from "./lines.ts";
import type { Turn } from "./to-records.ts";
import { createRecords, type OpenBatch } from "./to-records.ts";

interface ReadOptions {
  path: string;
  /** For lines without a session id. */
  sessionId: string;
  redact: Redactor;
  from?: Checkpoint | undefined;
  /** If the transcript's last line is older than this, the session is over and its pending calls get no result. */
  overBefore?: number | undefined;
  /** The fork state known before the file is read. */
  fork?: ForkState | undefined;
  signal?: AbortSignal | undefined;
}

/** The offset at which to continue, and the state for it. */
export interface Checkpoint extends ForkState {
  offset: number;
  turns: Turn[];
}

/** A group of batches, and the offset to save once they are stored. */
interface ReadStep {
  batches: OpenBatch[];
  checkpoint: Checkpoint;
  /** Bytes read since the last step. */
  bytes: number;
  counts: LineCounts;
}

/** Bytes of lines per step: large enough for a transaction, small enough for hooks that wait for it. */
const STEP_BYTES = 1 << 19;
const STEP_ENTRIES = 100;

/** The last step may have no batches; it always has the checkpoint. Stops early, between lines, when aborted. */
export async function* readTranscript(options: ReadOptions): AsyncGenerator<ReadStep> {
  const { path, sessionId, from, overBefore = 0, signal } = options;
  const { open, readAll } = formatOf(path);
  if (readAll !== undefined) yield* readWhole(options, readAll);
  if (open === undefined) return;
  // Secrets that the session has shown before are recognized again, with or without a name beside them.
  const records = createRecords(forSession(options.redact, sessionId), from?.turns);
  const counts = createCounts();
  const readLine = await open({ path, sessionId, turns: from?.turns });
  const forks = createForkFilter(from ?? options.fork ?? {}, from === undefined);
  let checkpoint: Checkpoint = { offset: from?.offset ?? 0, turns: from?.turns ?? [], ...forks.state() };
  let seen = checkpoint.offset;
  let reported = seen;

  const mark = () => {
    const turns = records.state();
    if (turns !== undefined) checkpoint = { offset: seen, turns, ...forks.state() };
  };
  const step = (): ReadStep => {
    const bytes = seen - reported;
    reported = seen;
    return { batches: records.take(), checkpoint, bytes, counts };
  };

  for await (const lines of readLines(path, { from: seen })) {
    for (const line of lines) {
      if (!line.terminated && (line.text === undefined || !isWhole(line.text))) break;
      if (line.text === undefined) {
        counts.lines++;
        counts.unreadable++;
      } else if (line.text !== "") {
        try {
          for (const entry of readLine(line.text, counts)) {
            if (!forks.isCopy(entry)) records.push(entry);
          }
        } catch (cause) {
          // Nested deeper than the stack; the other lines are read.
          if (!(cause instanceof RangeError)) throw cause;
          counts.unreadable++;
        }
      }
      seen = line.end;
      if (seen - reported < STEP_BYTES) continue;
      mark();
      yield step();
    }
    mark();
    if (signal?.aborted) break;
  }
  if (!signal?.aborted) records.finish(overBefore);
  yield step();
}

/** For files in which a later line may change an earlier one. The same records have the same keys each time. */
async function* readWhole(
  { path, sessionId, redact, overBefore = 0 }: ReadOptions,
  readAll: NonNullable<Transcripts["readAll"]>,
): AsyncGenerator<ReadStep> {
  const bytes = (await fileState(path))?.size ?? 0;
  const records = createRecords(forSession(redact, sessionId));
  const counts = createCounts();
  const checkpoint: Checkpoint = { offset: 0, turns: [] };
  const entries = await readAll(path, sessionId, counts);
  for (const [at, entry] of entries.entries()) {
    records.push(entry);
    if (at % STEP_ENTRIES === 0) yield { batches: records.take(), checkpoint, bytes: 0, counts };
  }
  records.finish(overBefore);
  yield { batches: records.take(), checkpoint, bytes, counts };
}

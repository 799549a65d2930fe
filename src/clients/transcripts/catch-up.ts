/**
 * Adds everything to the store that a transcript contains and the store lacks. Idempotent: every record has the key that the
 * hook would have given it.
 */
import type { Redactor } from "../../redact/redactor.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Added, RecordBatch } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { fileState, formatOf } from "./find.ts";
import { forkStateOf, isUnchanged, toCheckpoint, toOffset } from "./offsets.ts";
import { readTranscript } from "./read.ts";
import { type OpenBatch, RECORD_KINDS } from "./to-records.ts";

/** Milliseconds; `to` is exclusive. */
export interface TimeSpan {
  from: number;
  to: number;
}

interface CatchUpOptions {
  store: Store;
  offsets: Store;
  path: string;
  /** For lines without a session id; default: the file's name. */
  sessionId?: string;
  redact: Redactor;
  /** Finds the project of a folder. */
  projectOf: (cwd: string) => string;
  /** The time spans in which a session was off. */
  offSpans?: (sessionId: string) => readonly TimeSpan[];
  /** Calls without a result are recorded as such if the transcript's last line is older than this. */
  overBefore?: number;
  signal?: AbortSignal;
  /** Called after each step is stored. */
  onStep?: (bytes: number) => void;
}

interface CaughtUp {
  added: Added;
  /** Number of bytes read; 0 if the file had not changed. */
  bytes: number;
  /** Lines that could not be read. */
  skipped: number;
  /** Lines of unknown types, by type. */
  unknown: Record<string, number>;
  /** The sessions in it, with the time of their newest record. */
  sessions: Map<string, number>;
}

export async function catchUp(options: CatchUpOptions): Promise<CaughtUp> {
  const { store, offsets, path, signal, redact, overBefore, offSpans = () => [] } = options;
  const result: CaughtUp = { added: noneAdded(), bytes: 0, skipped: 0, unknown: {}, sessions: new Map() };
  const file = await fileState(path);
  if (file === undefined) return result;
  const known = await recordsIn(offsets).transcriptOffset(path);
  if (isUnchanged(known, file)) return result;

  const from = await toCheckpoint(known, file);
  const fork = forkStateOf(known);
  const sessionId = options.sessionId ?? formatOf(path).sessionOf(path);
  let checkpoint = from;
  for await (const step of readTranscript({ path, sessionId, redact, from, fork, overBefore, signal })) {
    for (const all of step.batches) {
      const { id } = all.session;
      const on = withoutSpans(all, offSpans(id));
      if (on === undefined) continue;
      const batch = await withoutRecorded(on, store);
      addTo(result.added, await recordsIn(store).record(toBatch(batch, path, options.projectOf)));
      result.sessions.set(id, Math.max(newestIn(batch), result.sessions.get(id) ?? 0));
    }
    // Text from while it was off must not stay in the saved state either. A session may be switched off in the meantime.
    const turns = step.checkpoint.turns.filter(
      ({ sessionId: id, said }) => said === undefined || !isWithin(said.at, offSpans(id)),
    );
    checkpoint = { ...step.checkpoint, turns };
    result.bytes += step.bytes;
    options.onStep?.(step.bytes);
    result.skipped = step.counts.unreadable;
    result.unknown = step.counts.unknown;
  }
  // The file state from before the read: if something was appended since, it differs and is found next time.
  const state = signal?.aborted ? { ...file, mtimeMs: -1 } : file;
  if (checkpoint !== undefined)
    await recordsIn(offsets).saveTranscriptOffset(await toOffset(path, state, checkpoint));
  return result;
}

function isWithin(at: number, spans: readonly TimeSpan[]): boolean {
  return spans.some(({ from, to }) => at >= from && at < to);
}

/** The batch without records from while the session was off; undefined if nothing is left. */
function withoutSpans(batch: OpenBatch, spans: readonly TimeSpan[]): OpenBatch | undefined {
  if (spans.length === 0) return batch;
  const on = <T extends { at: number }>(list: T[]) => list.filter(({ at }) => !isWithin(at, spans));
  const { prompts, observations, responses, events } = batch;
  const left: OpenBatch = {
    ...batch,
    ...{ prompts: on(prompts), observations: on(observations) },
    ...{ responses: on(responses), events: on(events) },
  };
  const records = RECORD_KINDS.flatMap((kind) => left[kind].map(({ at }) => at));
  if (records.length === 0) return undefined;
  // For us, the session started with its first recorded event.
  left.session = { ...batch.session, at: Math.min(...records) };
  return left;
}

function newestIn(batch: OpenBatch): number {
  let newest = batch.session.at;
  for (const kind of RECORD_KINDS) for (const { at } of batch[kind]) newest = Math.max(newest, at);
  return newest;
}

function toBatch(open: OpenBatch, path: string, projectOf: (cwd: string) => string): RecordBatch {
  // A subagent's file is not the session's transcript; `resume` needs the session's own.
  const { client, sessionOf } = formatOf(path);
  const isMain = sessionOf(path) === open.session.id;
  const session = { ...open.session, client, project: projectOf(open.session.cwd) };
  return { ...open, session: isMain ? { ...session, transcriptPath: path } : session };
}

export function noneAdded(): Added {
  return { prompts: 0, observations: 0, responses: 0, events: 0 };
}

export function addTo(sum: Added, added: Added): void {
  for (const kind of RECORD_KINDS) sum[kind] += added[kind];
}

// Some clients (Gemini CLI, Copilot CLI, Claude Code before `prompt_id`) give the prompts of hooks and transcript no common
// id: the hook's record is keyed by time, the transcript's by line. A record from a hook is recognized by its text and time.

interface Said {
  key: string;
  at: number;
  text: string;
  promptId?: string;
}

/** The delay between a hook and its transcript line, on a busy machine. */
const NEAR_MS = 60_000;
const LOOKED_AT = 2000;
/** The key format of records without an id: milliseconds, as in `pipeline/batch.ts`. */
const NAMED_BY_TIME = /\/~\d{10,}(?:\/[0-9a-z-]+)?$/;

export async function withoutRecorded(batch: OpenBatch, store: Store): Promise<OpenBatch> {
  const filter = { sessionId: batch.session.id, limit: LOOKED_AT, namedByTime: true };
  const isOld = ({ promptId }: Said) => promptId === undefined;
  return {
    ...batch,
    prompts: batch.prompts.some(isOld)
      ? left(batch.prompts, await recordsIn(store).prompts(filter))
      : batch.prompts,
    responses: batch.responses.some(isOld)
      ? left(batch.responses, await recordsIn(store).responses(filter))
      : batch.responses,
  };
}

/** Each recorded one matches once, because the same text twice means two prompts. */
function left<T extends Said>(read: T[], stored: readonly Said[]): T[] {
  const namedByTime = stored.filter(({ key, promptId }) => promptId === undefined && NAMED_BY_TIME.test(key));
  return read.filter((one) => {
    if (one.promptId !== undefined) return true;
    const at = namedByTime.findIndex(
      ({ text, at: when }) => text === one.text && Math.abs(when - one.at) <= NEAR_MS,
    );
    if (at >= 0) namedByTime.splice(at, 1);
    return at < 0;
  });
}

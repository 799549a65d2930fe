/**
 * How records are read. Columns are selected under the names of a record's fields, so that a row is a record but for its
 * nulls, its compressed texts and its JSON.
 */
import type {
  EventRecord,
  Injection,
  InjectionSource,
  Observation,
  Prompt,
  Response,
  Session,
  SessionOverview,
  Summary,
} from "./records.ts";

/** An absent field is null. */
export type RowOf<T> = {
  [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K];
};

export function withoutNulls<T extends object>(row: RowOf<T>): T {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (value !== null) kept[name] = value;
  return kept as T;
}

export const SESSION = `s.id, s.project, s.cwd, s.started_at as startedAt, s.last_event_at as lastEventAt,
  s.ended_at as endedAt, s.end_reason as endReason, s.client, s.transcript_path as transcriptPath, s.model, s.branch`;
export const OVERVIEW = `${SESSION}, s.prompts, s.observations, s.title, (
    select t.text from entries e join texts t on t.entry = e.id where e.session = s.seq and e.kind = 'summary'
  ) as summary`;

export type SessionRow = RowOf<Omit<Session, "status">>;
export type OverviewRow = RowOf<Omit<SessionOverview, "status">>;

/**
 * Ended means that nothing happened after the last end. End and last event are stored separately and compared only
 * here, so that the result does not depend on the order in which events arrived.
 */
export function toSession<R extends SessionRow>(row: R) {
  const isEnded = row.endedAt !== null && row.lastEventAt <= row.endedAt;
  const known = isEnded ? row : { ...row, endedAt: null, endReason: null };
  const status = isEnded ? ("ended" as const) : ("active" as const);
  return { ...withoutNulls<R extends OverviewRow ? SessionOverview : Session>(known as never), status };
}

/** Every kind of entry by the name that it has in the store. */
export interface EntryOf {
  prompt: Prompt;
  response: Response;
  event: EventRecord;
  summary: Summary;
  observation: Observation;
}

const ENTRY = "e.key, s.id as sessionId, e.at, e.redaction, e.agent_id as agentId";
const TEXT = `${ENTRY}, e.prompt_id as promptId, t.text`;
const OF_ENTRY = "from entries e join sessions s on s.seq = e.session";
const OF_TEXT = `${OF_ENTRY} join texts t on t.entry = e.id`;
/** A call has also the number of its entry, as `entry`. */
const CALL = `e.id as entry, ${ENTRY}, e.prompt_id as promptId, c.tool_name as toolName, c.tool_use_id as toolUseId,
  c.agent_type as agentType, c.ok, c.input, c.response, c.packed, c.files, c.duration_ms as durationMs`;

/** `select … from …` of each kind: `e` is the entry, `s` its session, `t` its text, `c` its call. */
export const SELECT: Readonly<Record<keyof EntryOf, string>> = {
  prompt: `select ${TEXT} ${OF_TEXT}`,
  response: `select ${TEXT} ${OF_TEXT}`,
  event: `select ${ENTRY}, t.event, t.text as body ${OF_TEXT}`,
  summary: `select s.id as sessionId, e.at, t.text, e.redaction ${OF_TEXT}`,
  observation: `select ${CALL} ${OF_ENTRY} join calls c on c.entry = e.id`,
};

export type CallRow = RowOf<Omit<Observation, "ok" | "files">> & {
  entry: number;
  ok: number;
  files: string;
  packed: Uint8Array | null;
};

export function toObservation({ entry: _, packed, ...row }: CallRow): Observation {
  const text = unpack({ ...row, packed });
  const call = { ...row, ...text, ok: row.ok === 1, files: toFiles(row.files) };
  return withoutNulls<Observation>(call);
}

export function toEntry<K extends keyof EntryOf>(kind: K, row: unknown): EntryOf[K] {
  return (
    kind === "observation" ? toObservation(row as CallRow) : withoutNulls(row as RowOf<EntryOf[K]>)
  ) as EntryOf[K];
}

/** Written by this store, from a `string[]`. */
export function toFiles(json: string): string[] {
  return JSON.parse(json) as string[];
}

export const INJECTION = "i.session_id as sessionId, i.event, i.at, i.text, i.tokens, i.sources";
export type InjectionRow = Omit<Injection, "sources"> & { sources: string };

export function toInjection<R extends InjectionRow>(row: R): Omit<R, "sources"> & Pick<Injection, "sources"> {
  return { ...row, sources: JSON.parse(row.sources) as InjectionSource[] };
}

// Input and output of a call, compressed together: they repeat each other, they are most of a store, and they are read
// rarely. Short ones stay as they are.

export interface PackedColumns {
  input: string;
  response: string;
  packed: Uint8Array | null;
}

/** What is shorter gains nothing. */
const LEAST = 300;
/** Beyond this level a little space costs a lot of time. */
const LEVEL = 3;

export function pack(input: string, response: string): PackedColumns {
  if (input.length + response.length < LEAST) return { input, response, packed: null };
  // The output starts after the input.
  const text = `${input.length}\n${input}${response}`;
  const bytes = Buffer.from(text);
  const packed = Bun.zstdCompressSync(bytes, { level: LEVEL });
  return packed.length > bytes.length * 0.9
    ? { input, response, packed: null }
    : { input: "", response: "", packed };
}

export function unpack({ input, response, packed }: PackedColumns): { input: string; response: string } {
  if (packed === null) return { input, response };
  const text = Bun.zstdDecompressSync(packed).toString();
  const start = text.indexOf("\n") + 1;
  const end = start + Number(text.slice(0, start - 1));
  return { input: text.slice(start, end), response: text.slice(end) };
}

/** The same of a row that may be none of a call. */
export function unpackRow<
  Row extends { input: string | null; response: string | null; packed: Uint8Array | null },
>(row: Row): Row {
  if (row.packed === null) return row;
  return { ...row, ...unpack({ input: "", response: "", packed: row.packed }) };
}

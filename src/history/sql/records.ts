/** Single records by their page id, short (for a list) and whole. */
import type { Database } from "bun:sqlite";
import { toInjectionTitle } from "../../store/records/injection-title.ts";
import { notificationText } from "../../store/records/notification.ts";
import { unpackRow } from "../../store/records/packed.ts";
import { toFiles } from "../../store/records/rows.ts";
import { IS_FAILED, known, type Named, toLimit, toText } from "../../store/values.ts";
import { toCut, toFirstLine, toObservationTitle } from "../../text/title.ts";
import { type FeedRow, type FullRecord, type RecordedEventFilter, ROW_KINDS, type RowKind } from "./types.ts";

interface RowRef {
  kind: RowKind;
  id: number;
}

interface ShortRow {
  id: number;
  kind: RowKind;
  at: number;
  session_id: string;
  project: string | null;
  agent_id: string | null;
  agent_type: string | null;
  text: string | null;
  event: string | null;
  tool_name: string | null;
  ok: number | null;
  input: string | null;
  response: string | null;
  packed: Uint8Array | null;
  files: string | null;
  duration_ms: number | null;
  tokens: number | null;
}

interface WholeRow extends Omit<ShortRow, "kind"> {
  kind: FullRecord["kind"];
  sources: string | null;
}

/** Enough of a text for its title. */
const HEAD = 2000;
const TITLE = 120;

const SHORT = `select e.id, e.kind, e.at, s.id as session_id, s.project, e.agent_id, c.agent_type,
  substr(t.text, 1, ${HEAD}) as text, t.event, c.tool_name, c.ok, c.input, c.response, c.packed, c.files,
  c.duration_ms, null as tokens
  from entries e join sessions s on s.seq = e.session
  left join texts t on t.entry = e.id left join calls c on c.entry = e.id`;

const SHORT_INJECTION = `select i.id, 'injection' as kind, i.at, i.session_id, s.project, null as agent_id,
  null as agent_type, substr(i.text, 1, ${HEAD}) as text, i.event, null as tool_name, null as ok, null as input,
  null as response, null as packed, null as files, null as duration_ms, i.tokens
  from injections i left join sessions s on s.id = i.session_id`;

/** By page id. */
export function loadRows(db: Database, refs: readonly RowRef[]): Map<string, FeedRow> {
  const isInjection = (ref: RowRef) => ref.kind === "injection";
  const load = (select: string, table: string, ids: number[]) =>
    ids.length === 0
      ? []
      : db
          .query<ShortRow, Named>(`${select} where ${table}.id in (select value from json_each($ids))`)
          .all({ ids: JSON.stringify(ids) });
  const rows = [
    ...load(
      SHORT,
      "e",
      refs.filter((ref) => !isInjection(ref)).map((ref) => ref.id),
    ),
    ...load(
      SHORT_INJECTION,
      "i",
      refs.filter(isInjection).map((ref) => ref.id),
    ),
  ];
  return new Map(rows.map((row) => [`${row.kind}-${row.id}`, toFeedRow(row)]));
}

function toFeedRow(row: ShortRow): FeedRow {
  return {
    id: `${row.kind}-${row.id}`,
    kind: row.kind,
    at: row.at,
    sessionId: row.session_id,
    project: row.project ?? "",
    title: titleOf(row),
    ...present({
      agentId: known(row.agent_id),
      agentType: known(row.agent_type),
      ok: row.ok === null ? undefined : row.ok === 1,
      tool: known(row.tool_name),
      event: known(row.event),
      durationMs: known(row.duration_ms),
      tokens: known(row.tokens),
    }),
  };
}

function titleOf(row: ShortRow): string {
  if (row.tool_name !== null) {
    const { tool_name: toolName, input, files } = unpackRow(row);
    const name = toolName ?? "";
    const title = toObservationTitle({ toolName: name, input: input ?? "", files: toFiles(files ?? "[]") });
    return title === name ? toCut(`${title}${fieldsOf(input ?? "")}`, TITLE) : title;
  }
  if (row.kind === "event") {
    const event = row.event ?? "";
    const said = notificationText({ event, body: row.text ?? "" });
    return said === undefined ? event : toFirstLine(`${event}: ${said}`);
  }
  if (row.kind === "injection") return toInjectionTitle(row.text ?? "");
  return toFirstLine(row.text ?? "");
}

/** The small values of an input whose fields are not known: a row says what it is about. */
function fieldsOf(input: string): string {
  try {
    const fields = Object.entries(Object(JSON.parse(input)) as Record<string, unknown>)
      .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value) && value !== "")
      .map(([name, value]) => `${name} ${toFirstLine(String(value))}`);
    return fields.length === 0 ? "" : `: ${fields.join(", ")}`;
  } catch {
    // Cut in the middle; its tool is all that is known.
    return "";
  }
}

function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

export function parseRowId(id: string): RowRef | undefined {
  const match = /^([a-z]+)-(\d{1,15})$/.exec(id);
  const kind = ROW_KINDS.find((one) => one === match?.[1]);
  return kind === undefined ? undefined : { kind, id: Number(match?.[2]) };
}

const WHOLE = `select e.id, e.kind, e.at, s.id as session_id, s.project, e.agent_id, c.agent_type, t.text, t.event,
  c.tool_name, c.ok, c.input, c.response, c.packed, c.files, c.duration_ms, null as tokens, null as sources
  from entries e join sessions s on s.seq = e.session
  left join texts t on t.entry = e.id left join calls c on c.entry = e.id where e.id = $id and e.kind = $kind`;

const WHOLE_INJECTION = `select i.id, 'injection' as kind, i.at, i.session_id, s.project, null as agent_id,
  null as agent_type, i.text, i.event, null as tool_name, null as ok, null as input, null as response, null as packed, null as files,
  null as duration_ms, i.tokens, i.sources
  from injections i left join sessions s on s.id = i.session_id where i.id = $id and $kind = 'injection'`;

export function createRecords(db: Database) {
  return {
    feed(limit: number): FeedRow[] {
      const newest = (kind: string) =>
        db
          .query<{ id: number; kind: RowKind; at: number }, Named>(
            "select id, kind, at from entries where kind = $kind order by at desc, id desc limit $limit",
          )
          .all({ kind, limit: toLimit(limit) });
      const injections = db
        .query<{ id: number; kind: RowKind; at: number }, Named>(
          "select id, 'injection' as kind, at from injections order by at desc, id desc limit $limit",
        )
        .all({ limit: toLimit(limit) });
      const refs = [...["prompt", "observation", "response", "event"].flatMap(newest), ...injections]
        // At the same time, an event comes before the injection it caused.
        .sort(
          (a, b) =>
            b.at - a.at || Number(b.kind === "injection") - Number(a.kind === "injection") || b.id - a.id,
        )
        .slice(0, toLimit(limit));
      const loaded = loadRows(db, refs);
      return refs.flatMap(({ kind, id }) => loaded.get(`${kind}-${id}`) ?? []);
    },

    recordedEvents({ event, project, limit }: RecordedEventFilter): FeedRow[] {
      const { kind, condition } = toRecorded(event);
      const refs = db
        .query<RowRef, Named>(
          `select id, kind from (
             select e.id, e.kind, e.key, e.session from entries e where e.kind = $kind
             order by e.at desc, e.id desc limit ${LOOKED_AT}
           ) e where ${condition}
             ${project === undefined ? "" : "and e.session in (select seq from sessions where project = $project)"}
           limit $limit`,
        )
        .all({
          kind,
          limit: toLimit(limit),
          ...(kind === "event" ? { event: `/event/${toText(event)}/` } : {}),
          ...(project === undefined ? {} : { project: toText(project) }),
        });
      const loaded = loadRows(db, refs);
      return refs.flatMap((ref) => loaded.get(`${ref.kind}-${ref.id}`) ?? []);
    },

    fullRecord(id: string): FullRecord | undefined {
      const match = /^([a-z]+)-(\d{1,15})$/.exec(id);
      if (match === null) return undefined;
      const [, kind = "", number] = match;
      const row = db
        .query<WholeRow, Named>(kind === "injection" ? WHOLE_INJECTION : WHOLE)
        .get({ id: Number(number), kind });
      return row === null ? undefined : toFullRecord(row);
    },
  };
}

/** Far enough back to find an example, but not so far that a hook waits for it. */
const LOOKED_AT = 5000;

function toRecorded(event: string): { kind: RowKind; condition: string } {
  switch (event) {
    case "PreToolUse":
      return { kind: "observation", condition: "true" };
    case "PostToolUse":
      return { kind: "observation", condition: `not ${IS_FAILED}` };
    case "PostToolUseFailure":
      return { kind: "observation", condition: IS_FAILED };
    case "UserPromptSubmit":
      return { kind: "prompt", condition: "true" };
    case "Stop":
      return { kind: "response", condition: "true" };
    default:
      return { kind: "event", condition: "instr(e.key, $event) > 0" };
  }
}

function toFullRecord(stored: WholeRow): FullRecord {
  const row = unpackRow(stored);
  return {
    id: `${row.kind}-${row.id}`,
    kind: row.kind,
    sessionId: row.session_id,
    project: row.project ?? "",
    at: row.at,
    ...present({
      agentId: known(row.agent_id),
      agentType: known(row.agent_type),
      text: known(row.text),
      event: known(row.event),
      tool: known(row.tool_name),
      ok: row.ok === null ? undefined : row.ok === 1,
      input: known(row.input),
      response: known(row.response),
      files: row.files === null ? undefined : toFiles(row.files),
      durationMs: known(row.duration_ms),
      tokens: known(row.tokens),
      sources:
        row.sources === null ? undefined : (JSON.parse(row.sources) as NonNullable<FullRecord["sources"]>),
    }),
  };
}

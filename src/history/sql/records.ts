/** Single records by their page id: a short form for lists, the beginning of the texts for reading, and the whole. */
import type { Database } from "bun:sqlite";
import { causeOf } from "../../memory/digest/cause.ts";
import { toOutput } from "../../memory/digest/output.ts";
import { isEdit } from "../../memory/records/edits.ts";
import { toInjectionTitle } from "../../store/records/injection-title.ts";
import { notificationText } from "../../store/records/notification.ts";
import type { InjectionSource } from "../../store/records/records.ts";
import { type RowOf, toFiles, unpackRow, withoutNulls } from "../../store/records/rows.ts";
import { allOf, IS_FAILED, type Named, toLimit, toText } from "../../store/values.ts";
import { toCut, toFirstLine, toObservationTitle } from "../../text/title.ts";
import { linesOf } from "../day/lines.ts";
import {
  type FeedRow,
  type FullRecord,
  type ReadableRow,
  type RecordedEventFilter,
  ROW_KINDS,
  type RowKind,
} from "./types.ts";

interface RowRef {
  kind: RowKind;
  id: number;
}

interface StoredRow extends RowOf<Omit<FullRecord, "id" | "ok" | "files" | "sources">> {
  id: number;
  length: number | null;
  ok: number | null;
  packed: Uint8Array | null;
  files: string | null;
  sources: string | null;
}

/** Characters of a text that a closed row shows. */
const SHOWN = 6000;
/** Enough of an output to show the error. */
const ERROR_HEAD = 4000;
const TITLE = 120;
const WHOLE = Number.MAX_SAFE_INTEGER;

const ENTRIES = `select e.id, e.kind, s.id as sessionId, coalesce(s.project, '') as project, e.at, e.agent_id as agentId,
  c.agent_type as agentType, substr(t.text, 1, $most) as text, length(t.text) as length, t.event, c.tool_name as tool,
  c.ok, c.input, c.response, c.packed, c.files, c.duration_ms as durationMs, null as tokens, null as sources
  from entries e join sessions s on s.seq = e.session
  left join texts t on t.entry = e.id left join calls c on c.entry = e.id
  where e.id in (select value from json_each($ids))`;

const INJECTIONS = `select i.id, 'injection' as kind, i.session_id as sessionId, coalesce(s.project, '') as project, i.at,
  null as agentId, null as agentType, substr(i.text, 1, $most) as text, length(i.text) as length, i.event, null as tool,
  null as ok, null as input, null as response, null as packed, null as files, null as durationMs, i.tokens, i.sources
  from injections i left join sessions s on s.id = i.session_id
  where i.id in (select value from json_each($ids))`;

/** In the requested order. `most`: characters of each text. */
function load(db: Database, refs: readonly RowRef[], most = SHOWN): StoredRow[] {
  const read = (sql: string, isInjection: boolean) => {
    const ids = refs.filter(({ kind }) => (kind === "injection") === isInjection).map(({ id }) => id);
    return ids.length === 0 ? [] : db.query<StoredRow, Named>(sql).all({ ids: JSON.stringify(ids), most });
  };
  const rows = [...read(ENTRIES, false), ...read(INJECTIONS, true)].map(unpackRow);
  const byId = new Map(rows.map((row) => [`${row.kind}-${row.id}`, row]));
  return refs.flatMap(({ kind, id }) => byId.get(`${kind}-${id}`) ?? []);
}

function toFeedRow(row: StoredRow): FeedRow {
  const { kind, at, sessionId, project, agentId, agentType, ok, tool, event, durationMs, tokens } = row;
  return withoutNulls<FeedRow>({
    ...{ id: `${kind}-${row.id}`, kind: kind as RowKind, at, sessionId, project, title: titleOf(row) },
    ...{ agentId, agentType, ok: toOk(ok), tool, event, durationMs, tokens },
  });
}

const toOk = (ok: number | null): boolean | null => (ok === null ? null : ok === 1);

function toReadable(row: StoredRow): ReadableRow {
  const { sessionId: _session, project: _project, ...shown } = toFeedRow(row);
  if (row.tool !== null) return { ...shown, ...toOutcome(row) };
  const isCut = (row.length ?? 0) > SHOWN;
  return { ...shown, text: row.text ?? "", ...(isCut ? { isCut } : {}) };
}

function toOutcome({ tool, ok, input, response }: StoredRow): Pick<ReadableRow, "error" | "lines"> {
  const toolName = tool ?? "";
  if (ok === 0) {
    const { text } = toOutput({ response: (response ?? "").slice(0, ERROR_HEAD) });
    const error = causeOf(text, "")?.error ?? toFirstLine(text);
    return error === "" ? {} : { error };
  }
  if (!isEdit(toolName)) return {};
  return { lines: linesOf({ toolName, input: input ?? "", response: response ?? "" }) };
}

function toFullRecord({ id, length: _, packed: __, ok, files, sources, ...row }: StoredRow): FullRecord {
  return withoutNulls<FullRecord>({
    ...row,
    id: `${row.kind}-${id}`,
    ok: toOk(ok),
    files: files === null ? null : toFiles(files),
    sources: sources === null ? null : (JSON.parse(sources) as InjectionSource[]),
  });
}

function titleOf({ kind, tool, input, files, event, text }: StoredRow): string {
  if (tool !== null) {
    const call = { toolName: tool, input: input ?? "", files: toFiles(files ?? "[]") };
    const title = toObservationTitle(call);
    return title === tool ? toCut(`${title}${fieldsOf(call.input)}`, TITLE) : title;
  }
  if (kind === "event") {
    const said = notificationText({ event: event ?? "", body: text ?? "" });
    return said === undefined ? (event ?? "") : toFirstLine(`${event}: ${said}`);
  }
  return kind === "injection" ? toInjectionTitle(text ?? "") : toFirstLine(text ?? "");
}

/** The short values of an input with unknown fields, so that a row shows its subject. */
function fieldsOf(input: string): string {
  try {
    const fields = Object.entries(Object(JSON.parse(input)) as Record<string, unknown>)
      .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value) && value !== "")
      .map(([name, value]) => `${name} ${toFirstLine(String(value))}`);
    return fields.length === 0 ? "" : `: ${fields.join(", ")}`;
  } catch {
    // Cut in the middle, so only its tool is known.
    return "";
  }
}

function parseRowId(id: string): RowRef | undefined {
  const match = /^([a-z]+)-(\d{1,15})$/.exec(id);
  const kind = [...ROW_KINDS, "summary" as RowKind].find((one) => one === match?.[1]);
  return kind === undefined ? undefined : { kind, id: Number(match?.[2]) };
}

export function createRecords(db: Database) {
  return {
    feed(limit: number): FeedRow[] {
      const newest = (from: string) =>
        db
          .query<RowRef & { at: number }, Named>(`${from} order by at desc, id desc limit $limit`)
          .all({ limit: toLimit(limit) });
      const ofKind = (kind: string) => newest(`select id, kind, at from entries where kind = '${kind}'`);
      const refs = [
        ...["prompt", "observation", "response", "event"].flatMap(ofKind),
        ...newest("select id, 'injection' as kind, at from injections"),
      ]
        // At equal times, an event precedes the injection that it caused.
        .sort(
          (a, b) =>
            b.at - a.at || Number(b.kind === "injection") - Number(a.kind === "injection") || b.id - a.id,
        )
        .slice(0, toLimit(limit));
      return load(db, refs).map(toFeedRow);
    },

    recordedEvents({ event, project, limit }: RecordedEventFilter): FeedRow[] {
      const { kind, condition } = toRecorded(event);
      const { where, values } = allOf(
        [condition, kind === "event" ? { event: `/event/${event}/` } : {}],
        ["e.session in (select seq from sessions where project = $project)", { project }],
      );
      const refs = db
        .query<RowRef, Named>(
          `select id, kind from (
             select e.id, e.kind, e.key, e.session from entries e where e.kind = $kind
             order by e.at desc, e.id desc limit ${LOOKED_AT}
           ) e where ${where} limit $limit`,
        )
        .all({ ...values, kind, limit: toLimit(limit) });
      return load(db, refs).map(toFeedRow);
    },

    readableRows: (ids: readonly string[]): ReadableRow[] =>
      load(
        db,
        ids.flatMap((id) => parseRowId(id) ?? []),
      ).map(toReadable),

    fullRecord(id: string): FullRecord | undefined {
      const ref = parseRowId(toText(id));
      return ref === undefined ? undefined : load(db, [ref], WHOLE).map(toFullRecord)[0];
    },
  };
}

/** Far enough back to find an example, without delaying a hook. */
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

/**
 * The records with the nearest vectors: sketches of all vectors of a project select candidates, the vectors
 * themselves decide.
 */
import type { Database } from "bun:sqlite";
import { type Named, toLimit, toText, toTime } from "../../store/values.ts";
import { toSnippet } from "../../text/snippet.ts";
import type { NearHit, NearQuery, SearchType } from "../types.ts";
import { isOf, loadFound } from "./hits.ts";
import type { FoundRecord } from "./load-entries.ts";
import { fromBlob } from "./vector-blob.ts";
import { MOST_ROWS, Sketches, type SketchRow, toSketch } from "./vector-sketches.ts";

/** How many vectors are compared per requested record, and the minimum. */
const CLOSELY = 5;
const LEAST_CLOSELY = 200;

const TYPES = ["prompt", "response", "summary", "memory", "solution"] as const;

interface ChosenRow extends Omit<SketchRow, "type"> {
  type: (typeof TYPES)[number];
}

interface ExactRow {
  kind: "entry" | "memory" | "solution";
  record: number;
  vector: Uint8Array;
}

interface ModelRow {
  dimensions: number;
  center: Uint8Array;
  /** Changes when all vectors were recomputed. */
  first: number | null;
}

export function createNearest(db: Database) {
  const modelRow = db.query<ModelRow, []>(
    "select dimensions, center, (select min(id) from vectors) as first from vector_model",
  );
  const sessionNumber = db.query<{ seq: number }, Named>("select seq from sessions where id = $id");
  const exact = db.query<ExactRow, Named>(`
    select v.kind, v.record, x.vector from json_each($ids) wanted
    join vectors v on v.id = wanted.value join vector_values x on x.id = v.id where v.saved > 0`);
  /** The most recently used project is last. */
  const kept = new Map<string, Sketches>();

  function sketchesOf(project: string | undefined, { dimensions, first }: ModelRow): Sketches {
    const name = `${dimensions} ${first} ${project ?? ""}`;
    const known = kept.get(name);
    const rows = db
      .query<ChosenRow, Named>(rowsSql(project !== undefined, known !== undefined))
      .all({ after: known?.saved ?? 0, ...(project === undefined ? {} : { project: toText(project) }) });
    const sketches = known ?? new Sketches(dimensions, rows.length);
    for (const row of rows) sketches.add({ ...row, type: TYPES.indexOf(row.type) });
    kept.delete(name);
    kept.set(name, sketches);
    let size = [...kept.values()].reduce((sum, one) => sum + one.rows, 0);
    for (const [old, one] of kept) {
      if (size <= MOST_ROWS || old === name) break;
      kept.delete(old);
      size -= one.rows;
    }
    return sketches;
  }

  return (query: NearQuery): NearHit[] => {
    const limit = toLimit(query.limit);
    const { type, since, except, project, vector } = query;
    const model = modelRow.get();
    if (limit === 0 || model?.dimensions !== vector.length || type === "observation") return [];
    // Notifications are short and few: words find them.
    if (type === "notification") return [];
    const own = (except ?? []).flatMap((id) => sessionNumber.get({ id: toText(id) })?.seq ?? []);
    const sketch = toSketch(vector, fromBlob(model.center, Float32Array));
    const ids = sketchesOf(project, model).nearest(sketch, Math.max(LEAST_CLOSELY, CLOSELY * limit), {
      ...(type === undefined ? {} : { type: TYPES.indexOf(type) }),
      ...(since === undefined ? {} : { since: toTime(since) }),
      exceptSessions: new Set(own),
    });
    const compared = exact.all({ ids: JSON.stringify(ids) });
    // Many of them were forgotten since: they must not displace existing ones.
    if (compared.length < ids.length / 2) kept.clear();
    const near = compared
      .map((row) => ({ ...row, similarity: dot(vector, fromBlob(row.vector, Float32Array)) }))
      .filter(({ similarity }) => similarity >= query.least)
      .sort((a, b) => b.similarity - a.similarity)
      // Some may no longer apply, such as an archived memory.
      .slice(0, limit * 2);
    const records = load(db, near);
    return near
      .flatMap(({ kind, record, similarity }): NearHit[] => {
        const found = records.get(`${kind}-${record}`);
        return found === undefined || !isOf(found, project) ? [] : [toNearHit(found, similarity)];
      })
      .slice(0, limit);
  };
}

function load(db: Database, near: readonly ExactRow[]): Map<string, FoundRecord> {
  const rowids = (kind: ExactRow["kind"], toRowid: (record: number) => number) =>
    near
      .filter((row) => row.kind === kind)
      .map(({ record }) => ({ rowid: toRowid(record), words: [] as number[] }));
  const found = loadFound(db, [
    { table: "text_stems", candidates: rowids("entry", (record) => record) },
    {
      table: "memory_stems",
      candidates: [
        ...rowids("memory", (record) => record * 2),
        ...rowids("solution", (record) => record * 2 + 1),
      ],
    },
  ]);
  const active = activeMemories(db, near);
  const kindOf = (type: SearchType) => (type === "memory" || type === "solution" ? type : "entry");
  return new Map(
    found
      .filter(({ id, type }) => type !== "memory" || active.has(id))
      .map((one) => [`${kindOf(one.type)}-${one.id.slice(one.id.indexOf("-") + 1)}`, one]),
  );
}

/** Only these are also found by their words. */
function activeMemories(db: Database, near: readonly ExactRow[]): Set<string> {
  const ids = near.filter(({ kind }) => kind === "memory").map(({ record }) => record);
  if (ids.length === 0) return new Set();
  const rows = db
    .query<{ id: number }, Named>(
      "select id from memories where status = 'active' and id in (select value from json_each($ids))",
    )
    .all({ ids: JSON.stringify(ids) });
  return new Set(rows.map(({ id }) => `memory-${id}`));
}

function toNearHit(record: FoundRecord, similarity: number): NearHit {
  const { id, type, project, sessionId, at, document, uri } = record;
  const hit = { id, type, project, sessionId, at, title: document.title, similarity };
  return { ...hit, snippet: toSnippet(document.text, -1), ...(uri === undefined ? {} : { uri }) };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/**
 * The newest last, so that they are kept if not all fit. New vectors since the last time are found by their
 * number; all vectors of a project are found through its sessions.
 */
function rowsSql(isProject: boolean, isMore: boolean): string {
  const where = "v.saved > $after";
  const columns = "v.id, v.saved, v.sketch";
  const entries =
    isProject && !isMore
      ? "sessions s cross join entries e on e.session = s.seq cross join vectors v on v.kind = 'entry' and v.record = e.id"
      : "vectors v join entries e on v.kind = 'entry' and e.id = v.record join sessions s on s.seq = e.session";
  const here = (table: string) => (isProject ? ` and ${table}.project in ('', $project)` : "");
  return `select * from (
    select * from (
      select ${columns}, s.seq as session, e.kind as type, e.at from ${entries}
      where ${where}${isProject ? " and s.project = $project" : ""}
      union all select ${columns}, -1, 'memory', m.updated_at
      from memories m join vectors v on v.kind = 'memory' and v.record = m.id where ${where}${here("m")}
      union all select ${columns}, -1, 'solution', o.last_seen_at
      from solutions o join vectors v on v.kind = 'solution' and v.record = o.id where ${where}${here("o")}
    ) order by saved desc limit ${MOST_ROWS}
  ) order by saved`;
}

/** The queue of records without a vector, and the vectors themselves. */
import type { Database } from "bun:sqlite";
import { type MemoryRow, type SolutionRow, toSolution } from "../../memory/sql/memory-rows.ts";
import { PawlError } from "../../platform/errors.ts";
import { toMemoryDocument, toSolutionDocument } from "../../store/index/documents.ts";
import { type Named, toLimit, toText } from "../../store/values.ts";
import type { TicketVector, VectorCounts, VectorModel, WaitingText } from "../types.ts";
import { fromBlob, toBlob } from "./vector-blob.ts";
import { toSketch } from "./vector-sketches.ts";

/** Records that are queued per transaction. */
const LISTED_AT_ONCE = 2_000;

/** Kind, table, and the text to embed. */
const SOURCES = [
  ["memory", "memories", ""],
  ["solution", "solutions", ""],
  // The sign keeps SQLite from scanning all rows of a kind instead of the new ones.
  ["entry", "entries", " and +kind in ('prompt', 'response', 'summary') and agent_id is null"],
] as const;

interface ModelRow extends Omit<VectorModel, "center"> {
  center: Uint8Array;
}

interface Waiting {
  kind: "entry" | "memory" | "solution";
  record: number;
  stamp: string;
}

export function createVectors(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  const withBlobs = (text: string) => db.query<unknown, Record<string, string | number | Uint8Array>>(text);
  const sql = {
    model: statement<ModelRow>("select name, dimensions, unrelated, alike, center from vector_model"),
    setModel: withBlobs(`
      insert into vector_model (one, name, dimensions, unrelated, alike, center)
      values (1, $name, $dimensions, $unrelated, $alike, $center)
      on conflict (one) do update set unrelated = excluded.unrelated, alike = excluded.alike`),
    waiting: statement<Waiting>(`
      select kind, record, stamp from vectors where saved is null and kind = $kind
      order by record desc limit $limit`),
    entry: statement<{ kind: WaitingText["type"]; text: string }>(
      "select e.kind, t.text from entries e join texts t on t.entry = e.id where e.id = $record",
    ),
    memory: statement<MemoryRow>("select * from memories where id = $record"),
    solution: statement<SolutionRow>("select * from solutions where id = $record"),
    save: withBlobs(`
      update vectors set sketch = $sketch, saved = (select coalesce(max(saved), 0) + 1 from vectors)
      where kind = $kind and record = $record and stamp = $stamp and saved is null`),
    saveValue: withBlobs(`
      insert or replace into vector_values (id, vector)
      select id, $vector from vectors where kind = $kind and record = $record`),
    giveUp: statement(`
      update vectors set saved = 0
      where kind = $kind and record = $record and stamp = $stamp and saved is null`),
    embedded: statement<{ n: number }>("select count(*) as n from vectors where saved > 0"),
    waitingCount: statement<{ n: number }>("select count(*) as n from vectors where saved is null"),
  };
  const unlisted = SOURCES.map(([kind, from, where]) => {
    // Numbers are assigned in order of arrival, so everything after the last queued one is new.
    const beyond = `${from} where id > (select coalesce(max(record), 0) from vectors where kind = '${kind}')`;
    return {
      any: statement<{ id: number }>(`select id from ${beyond}${where} limit 1`),
      list: statement(`
        insert or ignore into vectors (kind, record)
        select '${kind}', id from ${beyond}${where} order by id limit ${LISTED_AT_ONCE}`),
    };
  });
  const list = db.transaction(() => {
    for (const source of unlisted) source.list.run({});
  });

  function toWaiting({ kind, record, stamp }: Waiting): WaitingText[] {
    const ticket = `${kind}-${record}-${stamp}`;
    if (kind === "entry") {
      const row = sql.entry.get({ record });
      return row === null ? [] : [{ ticket, type: row.kind, text: row.text }];
    }
    const row = kind === "memory" ? sql.memory.get({ record }) : sql.solution.get({ record });
    if (row === null) return [];
    const document = "uri" in row ? toMemoryDocument(row) : toSolutionDocument(toSolution(row));
    return [{ ticket, type: kind, text: document.text }];
  }

  const drop = db.transaction(() => {
    db.run("delete from vectors");
    db.run("delete from vector_model");
  });

  function vectorModel(): VectorModel | undefined {
    const row = sql.model.get({});
    return row === null ? undefined : { ...row, center: fromBlob(row.center, Float32Array) };
  }

  const start = db.transaction(({ name, dimensions, unrelated, alike, center }: VectorModel) => {
    const old = sql.model.get({});
    if (old?.name !== toText(name) || old.dimensions !== dimensions) drop();
    sql.setModel.run({ name: toText(name), dimensions, unrelated, alike, center: toBlob(center) });
  });

  const save = db.transaction((vectors: readonly TicketVector[]): number => {
    const model = vectorModel();
    return vectors.reduce((saved, { ticket, vector }) => {
      const [, kind = "", digits = "0", stamp = ""] = /^(\w+)-(\d{1,15})-(\w+)$/.exec(ticket) ?? [];
      const record = Number(digits);
      if (vector === undefined) return saved + sql.giveUp.run({ kind, record, stamp }).changes;
      if (model === undefined || vector.length !== model.dimensions) {
        throw new PawlError(
          "vector_dimensions",
          `The model returned ${vector.length} dimensions; the stored vectors have ${model?.dimensions ?? 0}.`,
          { hint: "Run pawl doctor --fix to recompute the vectors." },
        );
      }
      const sketch = toSketch(vector, model.center);
      if (sql.save.run({ kind, record, stamp, sketch }).changes === 0) return saved;
      sql.saveValue.run({ kind, record, vector: toBlob(vector) });
      return saved + 1;
    }, 0);
  });

  return {
    vectorModel,
    startVectors: start.immediate,
    dropVectors: drop.immediate,
    waitingForVector(limit: number): WaitingText[] {
      // Read without a lock first, because usually nothing is new.
      if (unlisted.some(({ any }) => any.get({}) !== null)) list.immediate();
      const most = toLimit(limit);
      const found: Waiting[] = [];
      for (const [kind] of SOURCES) {
        if (found.length < most) found.push(...sql.waiting.all({ kind, limit: most - found.length }));
      }
      return found.flatMap(toWaiting);
    },
    saveVectors: save.immediate,
    vectorCounts: (): VectorCounts => ({
      embedded: sql.embedded.get({})?.n ?? 0,
      waiting: sql.waitingCount.get({})?.n ?? 0,
    }),
  };
}

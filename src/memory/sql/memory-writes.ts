/** Writes a memory: its row, its new version and its words in the index, always together. */
import type { Database } from "bun:sqlite";
import type { MemoryIndex } from "../../store/index/memory-index.ts";
import { type AuthorEvidence, authorshipColumns, authorshipOf } from "../../store/records/authorship.ts";
import { type Named, toNullable, toText, toTime } from "../../store/values.ts";
import {
  type Change,
  checkTransition,
  DEFAULT_PRIORITY,
  type Memory,
  type MemoryDraft,
  type MemoryPatch,
  scopeOf,
} from "../records/memory.ts";
import { type MemoryRow, provenanceColumns, toMemory } from "./memory-rows.ts";

export function createMemoryWrites(db: Database, index: MemoryIndex) {
  const sql = createStatements(db);

  function create(draft: MemoryDraft): Memory {
    const row = sql.add.get({
      uri: toText(draft.uri),
      project: toText(scopeOf(draft.uri, draft.project)),
      content: toText(draft.content),
      priority: draft.priority ?? DEFAULT_PRIORITY,
      disclosure: toNullable(draft.disclosure === "" ? undefined : draft.disclosure),
      status: draft.status ?? (draft.origin === "user" ? "active" : "proposed"),
      origin: draft.origin,
      ...authorOf(draft, draft),
      ...provenanceColumns(draft.provenance),
      redaction: draft.redaction,
      at: toTime(draft.at),
    });
    if (row === null) throw new Error("the memory's insert returned no row");
    return store(row, draft);
  }

  /** The row is written in its current form, changed or not, with its version and in the index. */
  function store(row: MemoryRow, change: Change): Memory {
    sql.addVersion.run({
      memory: row.id,
      version: row.version,
      content: row.content,
      priority: row.priority,
      disclosure: row.disclosure,
      status: row.status,
      at: toTime(change.at),
      ...authorOf(change, toMemory(row)),
      changedBy: toText(change.author),
      reason: toNullable(change.reason),
    });
    index.putMemory(row);
    return toMemory(row);
  }

  function update(row: MemoryRow, patch: MemoryPatch & Pick<MemoryDraft, "provenance">, change: Change) {
    checkTransition(row.status, patch.status ?? row.status);
    const { disclosure, provenance } = patch;
    const next = {
      content: toText(patch.content ?? row.content),
      priority: patch.priority ?? row.priority,
      disclosure: disclosure === undefined ? row.disclosure : disclosure === "" ? null : toText(disclosure),
      status: patch.status ?? row.status,
      origin: row.origin === "user" ? row.origin : (patch.origin ?? row.origin),
    };
    const same = (Object.keys(next) as (keyof typeof next)[]).every((key) => next[key] === row[key]);
    if (same) return { memory: toMemory(row), outcome: "unchanged" as const };
    const columns =
      provenance === undefined
        ? { provenance: row.provenance, sessionId: null, keepSession: 1 }
        : { ...provenanceColumns(provenance), keepSession: 0 };
    const redaction = patch.redaction ?? row.redaction;
    // The author of the new text becomes the memory's author.
    const { author, author_name, place } =
      next.content === row.content
        ? row
        : authorOf(change, {
            origin: next.origin,
            provenance: provenance ?? toMemory(row).provenance,
          });
    const changed = sql.update.get({
      id: row.id,
      ...next,
      ...columns,
      ...{ author, author_name, place },
      redaction,
      at: toTime(change.at),
    });
    if (changed === null) throw new Error("the memory's update returned no row");
    return { memory: store(changed, change), outcome: "updated" as const };
  }

  return { create, update };
}

const authorOf = (change: Change, { origin, provenance }: Omit<AuthorEvidence, "writer">) =>
  authorshipColumns(change.by ?? authorshipOf({ writer: change.author, origin, provenance }));

function createStatements(db: Database) {
  const statement = <Row = unknown>(text: string) => db.query<Row, Named>(text);
  return {
    add: statement<MemoryRow>(`
      insert into memories (uri, project, content, priority, disclosure, status, origin, author, author_name, place,
        provenance, session_id, redaction, created_at, updated_at, version)
      values ($uri, $project, $content, $priority, $disclosure, $status, $origin, $author, $author_name, $place,
        $provenance, $sessionId, $redaction, $at, $at, 1)
      returning *`),
    update: statement<MemoryRow>(`
      update memories set content = $content, priority = $priority, disclosure = $disclosure, status = $status,
        origin = $origin, author = $author, author_name = $author_name, place = $place, provenance = $provenance,
        session_id = iif($keepSession, session_id, $sessionId),
        redaction = $redaction, updated_at = $at, version = version + 1
      where id = $id returning *`),
    addVersion: statement(`
      insert into memory_versions (memory, version, content, priority, disclosure, status, at, author, author_name,
        place, changed_by, reason)
      values ($memory, $version, $content, $priority, $disclosure, $status, $at, $author, $author_name, $place,
        $changedBy, $reason)`),
  };
}

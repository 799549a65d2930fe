/** The records that candidate rows stand for, as search scores them. */
import type { Database } from "bun:sqlite";
import { type MemoryRow, type SolutionRow, toMemory, toSolution } from "../../memory/sql/memory-rows.ts";
import {
  type Document,
  toCallDocument,
  toMemoryDocument,
  toSolutionDocument,
  toTextDocument,
} from "../../store/index/documents.ts";
import { notificationText } from "../../store/records/notification.ts";
import { unpackRow } from "../../store/records/packed.ts";
import { toFiles } from "../../store/records/rows.ts";
import type { Named } from "../../store/values.ts";
import type { SearchType } from "../types.ts";
import type { FoundRows } from "./find.ts";

export interface FoundRecord {
  id: string;
  type: SearchType;
  project: string;
  sessionId: string;
  client?: string;
  uri?: string;
  at: number;
  document: Document;
  /** The query's words that the index found in it. */
  words: readonly number[];
  files: string[];
  helped: number;
  failed: number;
  priority?: number;
}

interface EntryRow {
  id: number;
  kind: Exclude<SearchType, "notification" | "memory" | "solution"> | "event";
  at: number;
  session_id: string;
  client: string;
  project: string;
  event: string | null;
  text: string | null;
  tool_name: string | null;
  input: string | null;
  response: string | null;
  packed: Uint8Array | null;
  files: string | null;
}

/** The query's words that the index found in a row. */
type WordsOf = (rowid: number) => readonly number[];

export function loadFound(db: Database, found: readonly FoundRows[]): FoundRecord[] {
  return found.flatMap(({ table, candidates }) => {
    if (candidates.length === 0) return [];
    const words = new Map(candidates.map((candidate) => [candidate.rowid, candidate.words]));
    const ids = JSON.stringify([...words.keys()]);
    const of = (rowid: number) => words.get(rowid) ?? [];
    if (table === "memory_stems") return [...loadMemories(db, ids, of), ...loadSolutions(db, ids, of)];
    return loadEntries(db, ids, of);
  });
}

function loadEntries(db: Database, ids: string, of: WordsOf): FoundRecord[] {
  return db
    .query<EntryRow, Named>(
      `select e.id, e.kind, e.at, s.id as session_id, s.client, s.project, t.event, t.text,
         c.tool_name, c.input, c.response, c.packed, c.files
       from json_each($ids) wanted join entries e on e.id = wanted.value join sessions s on s.seq = e.session
       left join texts t on t.entry = e.id left join calls c on c.entry = e.id`,
    )
    .all({ ids })
    .map((row) => {
      const files = row.files === null ? [] : toFiles(row.files);
      return {
        id: `${row.kind}-${row.id}`,
        type: row.kind === "event" ? "notification" : row.kind,
        project: row.project,
        sessionId: row.session_id,
        client: row.client,
        at: row.at,
        document: toDocument(row, files),
        words: of(row.id),
        files,
        helped: 0,
        failed: 0,
      };
    });
}

function toDocument(row: EntryRow, files: string[]): Document {
  if (row.kind === "event") {
    return toTextDocument(notificationText({ event: row.event ?? "", body: row.text ?? "" }) ?? "");
  }
  if (row.tool_name === null) return toTextDocument(row.text ?? "");
  const { input, response } = unpackRow(row);
  return toCallDocument({ toolName: row.tool_name, input: input ?? "", response: response ?? "", files });
}

const WANTED = "from json_each($ids) wanted join";

function loadMemories(db: Database, ids: string, of: WordsOf): FoundRecord[] {
  return db
    .query<MemoryRow, Named>(
      `select m.* ${WANTED} memories m on m.id = wanted.value / 2 where wanted.value % 2 = 0`,
    )
    .all({ ids })
    .map((row) => {
      const memory = toMemory(row);
      return {
        id: memory.id,
        type: "memory",
        project: memory.project,
        sessionId: memory.provenance?.sessionId ?? "",
        uri: memory.uri,
        at: memory.updatedAt,
        document: toMemoryDocument(row),
        words: of(row.id * 2),
        files: memory.provenance?.file === undefined ? [] : [memory.provenance.file],
        helped: memory.accessCount,
        failed: 0,
        priority: memory.priority,
      };
    });
}

function loadSolutions(db: Database, ids: string, of: WordsOf): FoundRecord[] {
  return db
    .query<SolutionRow, Named>(
      `select o.* ${WANTED} solutions o on o.id = wanted.value / 2 where wanted.value % 2 = 1`,
    )
    .all({ ids })
    .map((row) => {
      const solution = toSolution(row);
      return {
        id: solution.id,
        type: "solution",
        project: solution.project,
        sessionId: solution.provenance?.sessionId ?? "",
        at: solution.lastSeenAt,
        document: toSolutionDocument(solution),
        words: of(row.id * 2 + 1),
        files: solution.provenance?.file === undefined ? [] : [solution.provenance.file],
        helped: solution.successes,
        failed: solution.failures,
      };
    });
}

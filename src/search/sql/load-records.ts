/** Loads the records of candidate rows, in the form that search scores. */
import type { Database } from "bun:sqlite";
import { type MemoryRow, type SolutionRow, toMemory, toSolution } from "../../memory/sql/memory-rows.ts";
import {
  type Document,
  SOURCE_ROWS,
  type SourceRow,
  toIndexed,
  toMemoryDocument,
  toSolutionDocument,
} from "../../store/index/word-index.ts";
import type { Named } from "../../store/values.ts";
import type { SearchType } from "../types.ts";
import type { FoundRows } from "./candidates.ts";

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
  helped: number;
  failed: number;
  priority?: number;
}

/** The query's words that the index found in a row. */
type WordsOf = (rowid: number) => readonly number[];

export function loadFound(db: Database, found: readonly FoundRows[]): FoundRecord[] {
  return found.flatMap(({ table, candidates }) => {
    if (candidates.length === 0) return [];
    const words = new Map(candidates.map((candidate) => [candidate.rowid, candidate.words]));
    const ids = JSON.stringify([...words.keys()]);
    const of = (rowid: number) => words.get(rowid) ?? [];
    return table === "memory_stems" ? loadKnowledge(db, ids, of) : loadEntries(db, ids, of);
  });
}

function loadEntries(db: Database, ids: string, of: WordsOf): FoundRecord[] {
  return db
    .query<SourceRow, Named>(`${SOURCE_ROWS} where e.id in (select value from json_each($ids))`)
    .all({ ids })
    .flatMap((row) => {
      const indexed = toIndexed(row);
      if (indexed === undefined) return [];
      return {
        id: `${row.kind}-${row.id}`,
        type: indexed.kind as SearchType,
        project: row.project,
        sessionId: row.session_id,
        client: row.client,
        at: row.at,
        document: indexed.document,
        words: of(row.id),
        helped: 0,
        failed: 0,
      };
    });
}

/** Even numbers are memories, odd ones solutions. */
function loadKnowledge(db: Database, ids: string, of: WordsOf): FoundRecord[] {
  const rowsOf = <Row>(table: string, rest: 0 | 1) =>
    db
      .query<Row, Named>(
        `select r.* from json_each($ids) wanted join ${table} r on r.id = wanted.value / 2
         where wanted.value % 2 = ${rest}`,
      )
      .all({ ids });
  const learned = ({ id, project, provenance }: Learned) => ({
    id,
    project,
    sessionId: provenance?.sessionId ?? "",
  });
  const memories = rowsOf<MemoryRow>("memories", 0).map((row): FoundRecord => {
    const memory = toMemory(row);
    const { uri, updatedAt: at, accessCount: helped, priority } = memory;
    const document = toMemoryDocument(row);
    return {
      ...learned(memory),
      type: "memory",
      uri,
      at,
      document,
      words: of(row.id * 2),
      helped,
      failed: 0,
      priority,
    };
  });
  const solutions = rowsOf<SolutionRow>("solutions", 1).map((row): FoundRecord => {
    const solution = toSolution(row);
    const { lastSeenAt: at, successes: helped, failures: failed } = solution;
    const document = toSolutionDocument(solution);
    return {
      ...learned(solution),
      type: "solution",
      at,
      document,
      words: of(row.id * 2 + 1),
      helped,
      failed,
    };
  });
  return [...memories, ...solutions];
}

/** The source of a memory or a solution. */
interface Learned {
  id: string;
  project: string;
  provenance?: { sessionId?: string | undefined } | undefined;
}

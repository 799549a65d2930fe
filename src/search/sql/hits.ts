/** Loads and scores candidates. */
import type { Database } from "bun:sqlite";
import { type MemoryRow, type SolutionRow, toMemory, toSolution } from "../../memory/sql/memory-rows.ts";
import { toMemoryDocument, toSolutionDocument } from "../../store/index/documents.ts";
import type { Named } from "../../store/values.ts";
import { type Finder, toSnippet } from "../../text/snippet.ts";
import { toCut, toFirstLine } from "../../text/title.ts";
import { type RankParts, rankOf } from "../rank/rank.ts";
import { createScorer, type WeighedWord } from "../rank/score.ts";
import type { SearchHit, SearchQuery } from "../types.ts";
import type { FoundRows } from "./find.ts";
import { type FoundRecord, loadEntries, type WordsOf } from "./load-entries.ts";

interface Scored extends FoundRecord {
  score: number;
  parts: RankParts;
}

/** Belongs to the project, or applies everywhere. */
export function isOf({ project, type }: FoundRecord, wanted: string | undefined): boolean {
  if (wanted === undefined || project === wanted) return true;
  return project === "" && (type === "memory" || type === "solution");
}

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

/** Characters of a text that are scored; beyond that, the index knows whether a word occurs. */
const WEIGHED_LENGTH = 1_500;

export function createScoring(
  words: readonly WeighedWord[],
  query: SearchQuery,
): (of: FoundRecord) => Scored {
  const score = createScorer(words);
  const all = words.reduce((sum, word) => sum + word.weight, 0);
  const { now, near } = query;
  const asked = { ...(now === undefined ? {} : { now }), ...(near === undefined ? {} : { near }) };
  return (record) => {
    const { title, text } = record.document;
    let { bm25, found } = score(title, toCut(text, WEIGHED_LENGTH));
    for (const word of record.words) found[word] = true;
    if (!found.includes(true)) ({ bm25, found } = score(title, text));
    const there = words.reduce((sum, word, i) => (found[i] === true ? sum + word.weight : sum), 0);
    const { helped, failed, files, at, priority } = record;
    const known = { at, files, helped, failed, ...(priority === undefined ? {} : { priority }) };
    return { ...record, ...rankOf({ words: all === 0 ? 0 : there / all, bm25, ...known, ...asked }) };
  };
}

/** The snippet is around the first word found, most distinctive words first. */
export function toHit(record: Scored, finders: readonly Finder[]): SearchHit {
  const { title, text } = record.document;
  let first = -1;
  for (const find of finders) {
    first = find(text);
    if (first >= 0) break;
  }
  const { id, type, project, sessionId, at, score, parts, uri, client } = record;
  // A solution is known by its error, which its text begins with; what helped is its title in the index.
  const shown =
    type === "solution"
      ? { title: toFirstLine(text), snippet: title }
      : { title, snippet: toSnippet(text, first) };
  const hit = { id, type, project, sessionId, at, ...shown, score, parts };
  return { ...hit, ...(uri === undefined ? {} : { uri }), ...(client === undefined ? {} : { client }) };
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

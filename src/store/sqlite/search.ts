/** Full-text search: SQLite finds candidates, then those that hold more of the words come first. */
import type { Database } from "bun:sqlite";
import { type Finder, toFinders, toSnippet } from "../../memory/snippet.ts";
import { type QueryTerm, type QueryWord, toQueryTerms } from "../../memory/words.ts";
import { type Document, toCallDocument, toTextDocument } from "../documents.ts";
import type { SearchHit, SearchQuery, SearchType } from "../store.ts";
import { toFiles } from "./rows.ts";
import { type Named, toLimit, toText, toTime } from "./values.ts";

/** How many are looked at more closely than bm25 does. */
const CANDIDATES = 100;
const TITLE_WEIGHT = 4;
/** bm25 of a good match; only the shape of the curve depends on it. */
const GOOD_MATCH = 8;

interface Candidate {
  id: number;
  rank: number;
}

interface HitRow {
  id: number;
  kind: SearchType;
  at: number;
  session_id: string;
  project: string;
  text: string | null;
  tool_name: string | null;
  input: string | null;
  response: string | null;
  files: string | null;
}

export function createSearch(db: Database) {
  return (query: SearchQuery): SearchHit[] => {
    const limit = toLimit(query.limit);
    const words = toQueryTerms(query.text);
    if (words.length === 0 || limit === 0) return [];
    const ranks = new Map<number, number>();
    const depth = Math.max(CANDIDATES, limit);
    // Asked for on its own: among many matches of one word, bm25 may leave out what has all of them.
    if (words.length > 1) collect(ranks, candidates(db, query, toAllOf(words), depth));
    collect(ranks, candidates(db, query, toAnyOf(words), depth));
    const finders = toFinders(words);
    return load(db, [...ranks.keys()])
      .map((row) => toHit(row, finders, ranks.get(row.id) ?? 0))
      .sort((a, b) => b.score - a.score || b.at - a.at)
      .slice(0, limit);
  };
}

function collect(ranks: Map<number, number>, found: Candidate[]): void {
  // bm25 depends on the expression: the last one asked, with all terms in it, counts.
  for (const { id, rank } of found) ranks.set(id, Math.max(-rank, 0));
}

function candidates(db: Database, query: SearchQuery, match: string, limit: number): Candidate[] {
  const where: string[] = [];
  const values: Named = { match, limit };
  if (query.type !== undefined) {
    where.push("e.kind = $kind");
    values.kind = query.type;
  }
  if (query.since !== undefined) {
    where.push("e.at >= $since");
    values.since = toTime(query.since);
  }
  if (query.project !== undefined) {
    where.push("e.session in (select seq from sessions where project = $project)");
    values.project = toText(query.project);
  }
  const join = where.length === 0 ? "" : "join entries e on e.id = words.rowid";
  return db
    .query<Candidate, Named>(
      `select words.rowid as id, bm25(words, ${TITLE_WEIGHT}, 1) as rank from words ${join}
       where words match $match ${where.map((condition) => `and ${condition}`).join(" ")}
       order by rank limit $limit`,
    )
    .all(values);
}

function load(db: Database, ids: number[]): HitRow[] {
  return db
    .query<HitRow, Named>(
      `select e.id, e.kind, e.at, s.id as session_id, s.project, t.text,
         c.tool_name, c.input, c.response, c.files
       from json_each($ids) wanted join entries e on e.id = wanted.value
       join sessions s on s.seq = e.session
       left join texts t on t.entry = e.id left join calls c on c.entry = e.id`,
    )
    .all({ ids: JSON.stringify(ids) });
}

function toHit(row: HitRow, finders: Finder[], rank: number): SearchHit {
  const { title, text } = toDocument(row);
  let covered = 0;
  let first = -1;
  for (const find of finders) {
    const at = find(text);
    if (at >= 0 && (first < 0 || at < first)) first = at;
    if (at >= 0 || find(title) >= 0) covered++;
  }
  return {
    id: `${row.kind}-${row.id}`,
    type: row.kind,
    project: row.project,
    sessionId: row.session_id,
    at: row.at,
    title,
    snippet: toSnippet(text, first),
    // One word more outweighs any bm25, which stays below 1.
    score: (covered + rank / (rank + GOOD_MATCH)) / (finders.length + 1),
  };
}

function toDocument(row: HitRow): Document {
  if (row.tool_name === null) return toTextDocument(row.text ?? "");
  return toCallDocument({
    toolName: row.tool_name,
    input: row.input ?? "",
    response: row.response ?? "",
    files: toFiles(row.files ?? "[]"),
  });
}

function toAllOf(words: QueryWord[]): string {
  return words.map((word) => `(${word.terms.map(toPhrase).join(" OR ")})`).join(" AND ");
}

function toAnyOf(words: QueryWord[]): string {
  const phrases = words.flatMap((word) => [...word.terms, ...word.hints]).map(toPhrase);
  return [...new Set(phrases)].join(" OR ");
}

/** Always quoted: nothing that a user types is ever FTS5's syntax. */
function toPhrase({ tokens, prefix }: QueryTerm): string {
  return `"${tokens.join(" ").replaceAll('"', "")}"${prefix ? " *" : ""}`;
}

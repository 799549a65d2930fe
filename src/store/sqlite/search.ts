/** Full-text search: SQLite finds candidates, then those that hold more of the words come first. */
import type { Database } from "bun:sqlite";
import { rankOf } from "../../memory/rank.ts";
import { type Finder, toFinders, toSnippet } from "../../memory/snippet.ts";
import { type QueryTerm, type QueryWord, toQueryTerms } from "../../memory/words.ts";
import { type Document, toCallDocument, toTextDocument } from "../documents.ts";
import type { SearchHit, SearchQuery, SearchType } from "../store.ts";
import { toFiles } from "./rows.ts";
import { type Named, toLimit, toText, toTime } from "./values.ts";

/** How many are looked at more closely than bm25 does. */
const CANDIDATES = 60;
/** bm25 costs a microsecond a match: of more matches than this, the newest are ranked. */
const RANKED = 5_000;
/** A word with as many matches is not looked for in longer words too. */
const ENOUGH = 20;
const TITLE_WEIGHT = 4;

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
    for (const match of toStages(db, words)) {
      for (const { id, rank } of candidates(db, query, match, Math.max(CANDIDATES, limit))) {
        if (!ranks.has(id)) ranks.set(id, Math.max(-rank, 0));
      }
      // Later stages only find what has fewer of the words.
      if (ranks.size >= limit) break;
    }
    const finders = toFinders(words);
    return load(db, [...ranks.keys()])
      .map((row) => toHit(row, finders, ranks.get(row.id) ?? 0))
      .sort((a, b) => b.score - a.score || b.at - a.at)
      .slice(0, limit);
  };
}

/** Expressions to try in turn: all words together; any word that is not too common; common ones; pieces of words. */
function* toStages(db: Database, words: QueryWord[]): Generator<string> {
  const found = words.map((word) => toFound(db, word)).filter((word) => word.matches > 0);
  const rare = found.filter((word) => word.matches <= RANKED);
  const common = found.filter((word) => word.matches > RANKED);
  if (found.length > 1) yield found.map((word) => `(${word.match})`).join(" AND ");
  if (rare.length > 0) yield rare.map((word) => word.match).join(" OR ");
  if (common.length > 0) yield common.map((word) => word.match).join(" OR ");
  const pieces = words.flatMap((word) => word.pieces);
  if (pieces.length > 0) yield toAnyOf(pieces);
}

function toFound(db: Database, word: QueryWord): { match: string; matches: number } {
  const match = toAnyOf(word.terms);
  const matches = countMatches(db, match);
  if (matches >= ENOUGH || word.open.length === 0) return { match, matches };
  const wider = toAnyOf([...word.terms, ...word.open]);
  return { match: wider, matches: countMatches(db, wider) };
}

/** Up to one more than are ranked. */
function countMatches(db: Database, match: string): number {
  const row = db
    .query<{ matches: number }, Named>(
      "select count(*) as matches from (select 1 from words where words match $match limit $limit)",
    )
    .get({ match, limit: RANKED + 1 });
  return row?.matches ?? 0;
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
      `select id, rank from (
         select words.rowid as id, bm25(words, ${TITLE_WEIGHT}, 1) as rank from words ${join}
         where words match $match ${where.map((condition) => `and ${condition}`).join(" ")}
         order by words.rowid desc limit ${RANKED}
       ) order by rank limit $limit`,
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
    ...rankOf({ words: covered / finders.length, bm25: rank }),
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

function toAnyOf(terms: QueryTerm[]): string {
  return [...new Set(terms.map(toPhrase))].join(" OR ");
}

/** Always quoted: nothing that a user types is ever FTS5's syntax. */
function toPhrase({ tokens, prefix }: QueryTerm): string {
  return `"${tokens.join(" ").replaceAll('"', "")}"${prefix ? " *" : ""}`;
}

/**
 * Candidates for recall, on every prompt. Recall scores sessions by words that it caches, so unlike for search
 * hits no text is loaded, scored or cut here.
 */
import type { Database } from "bun:sqlite";
import type { Candidate } from "../../search/sql/candidates.ts";
import type { Find } from "../../search/sql/find.ts";
import { finding } from "../../search/sql/index.ts";
import { indexFirst } from "../../store/index/lazy-index.ts";
import { queries } from "../../store/store.ts";

import { type Named, toLimit, toText } from "../../store/values.ts";
import { toQueryTerms } from "../../text/words.ts";

interface PlaceRow {
  id: number;
  kind: string;
  session: string;
}

/**
 * Without tool calls: a session's relevance comes from its prompts, responses and changed files. With tool calls,
 * the right session was not found more often (bench/memory.ts), and they are almost the whole index.
 */
const WITH_PAST = ["text_stems", "memory_stems"] as const;
/** A project's first session can find only its own text. */
const WITHOUT_PAST = ["memory_stems"] as const;

/** Prompts and responses share a table, and there are far more responses. */
const KINDS_MIXED = 8;

interface ProposalQuery {
  text: string;
  project: string;
  /** Skip the records of these sessions. */
  except?: readonly string[];
  /** Maximum number of records per kind. */
  limit: number;
  /** Look up no sessions. */
  isForMemories?: boolean;
}

/** Candidates for a text, best first, selected by their rare words alone: nothing was read or scored. */
interface Proposal {
  /** Sessions of the project. */
  sessions: string[];
  /** Ids, as in a search, of the project's memories and of those that apply everywhere. */
  memories: string[];
}

function createProposals(db: Database, find: Find) {
  // `cross join`: from the few numbers to their sessions, never from a project to all its records.
  const places = db.query<PlaceRow, Named>(
    `select e.id, e.kind, s.id as session from json_each($ids) wanted
     cross join entries e on e.id = wanted.value cross join sessions s on s.seq = e.session
     where s.project = $project`,
  );
  const others = db.query<unknown, Named>(
    "select 1 from sessions where project = $project and id not in (select value from json_each($except)) limit 1",
  );
  const anyMemory = db.query<unknown, Named>(
    "select 1 from memories where project in ($project, '') limit 1",
  );
  const memories = db.query<{ id: number }, Named>(
    `select m.id from json_each($ids) wanted cross join memories m on m.id = wanted.value / 2
     where wanted.value % 2 = 0 and m.project in ($project, '')`,
  );

  return (query: ProposalQuery): Proposal => {
    const limit = toLimit(query.limit);
    const project = toText(query.project);
    // A project in which nothing was ever written down: the words need not be looked up.
    if (query.isForMemories === true && anyMemory.get({ project }) === null)
      return { sessions: [], memories: [] };
    const words = toQueryTerms(query.text);
    if (words.length === 0 || limit === 0) return { sessions: [], memories: [] };
    const except = JSON.stringify((query.except ?? []).map(toText));
    const hasPast = others.get({ project, except }) !== null;
    const tables = hasPast ? WITH_PAST : WITHOUT_PAST;
    // How rare a word is, all tables tell; records are only looked up where they are wanted.
    const only = query.isForMemories === true ? { of: WITHOUT_PAST } : {};
    const wanted = { limit, most: KINDS_MIXED * limit };
    const { found } = find({ ...query, exact: true, tables, ...only }, words, wanted);
    const votes = new Map<string, number>();
    const known: string[] = [];
    for (const { table, candidates } of found) {
      if (candidates.length === 0) continue;
      const ids = JSON.stringify(candidates.map(({ rowid }) => rowid));
      if (table === "memory_stems") {
        const there = new Set(memories.all({ ids, project }).map(({ id }) => id * 2));
        for (const { rowid } of candidates) if (there.has(rowid)) known.push(`memory-${rowid / 2}`);
      } else vote(votes, candidates, places.all({ ids, project }), limit);
    }
    const sessions = [...votes].sort(([, a], [, b]) => b - a).map(([id]) => id);
    return { sessions, memories: known.slice(0, limit) };
  };
}

/** A session ranks by its best record of each kind: long responses must not outrank short prompts. */
function vote(
  votes: Map<string, number>,
  candidates: readonly Candidate[],
  rows: readonly PlaceRow[],
  limit: number,
): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const seen = new Map<string, number>();
  for (const { rowid } of candidates) {
    const row = byId.get(rowid);
    if (row === undefined || row.kind === "summary" || row.kind === "event") continue;
    const place = (seen.get(row.kind) ?? 0) + 1;
    if (place > limit) continue;
    seen.set(row.kind, place);
    votes.set(row.session, Math.max(votes.get(row.session) ?? 0, 1 / place));
  }
}

export const proposalsIn = queries((connection) => {
  const propose = createProposals(connection.db, connection.part(finding));
  return {
    /** Candidates for recall, which scores them itself: as cheap as the index allows. */
    propose(query: ProposalQuery): Proposal {
      indexFirst(connection);
      return propose(query);
    },
  };
});

/** How often words occur in the index, and words similar to one that does not occur. */
import type { Database } from "bun:sqlite";
import { Lru } from "../../lru.ts";
import { stemOf } from "../../memory/text/stem.ts";
import { closestTerms, mayBeTypo, SURE_LENGTH, toBeginnings } from "../../memory/text/typo.ts";
import type { QueryTerm, QueryWord } from "../../memory/text/words.ts";
import { type CandidateWord, MOST_OF_WORD, rowidsOf, toAnyOf } from "./candidates.ts";
import { oldPartOf } from "./old-index.ts";
import type { Named } from "./values.ts";
import { WORD_TABLES, type WordTable } from "./word-index.ts";

/** A word with this many matches is not also searched as a part of longer words. */
const ENOUGH = 20;
/** Searching in longer words, or for similar ones, is expensive: only for this many words of a query. */
const MOST_OPEN = 4;
const MOST_TYPOS = 2;
const MOST_PHRASES = 1;
const LONG_QUERY = 4;
/** A phrase gets expensive if one of its words occurs in this many records. */
const COSTLY = 5_000;
/** The same where its last word may go on. */
const COSTLY_OPEN = 500;
const MOST_SIMILAR = 3;
/** How many counts of common words are cached. */
const REMEMBERED = 5_000;

export interface KnownWord extends Omit<CandidateWord, "weight"> {
  /** The indexed word; not always as typed. */
  terms: readonly QueryTerm[];
  /** In how many records, approximately. */
  docs: number;
  /** False for similar words, or parts of it. */
  exact: boolean;
}

interface KnowOptions {
  /** Do not look for similar words. */
  exact: boolean;
  /** Which tables to search. */
  tables?: readonly WordTable[] | undefined;
}

interface Term {
  term: string;
  docs: number;
}

export function createVocabulary(db: Database) {
  for (const table of WORD_TABLES) {
    db.run(`create virtual table if not exists temp.${table}_terms using fts5vocab (main, ${table}, row)`);
  }
  const counts = new Lru<string, { docs: number; newest: number }>(REMEMBERED);

  const newestOf = (table: WordTable): number =>
    db.query<{ id: number | null }, []>(`select max(rowid) as id from ${table}_docsize`).get()?.id ??
    oldPartOf(db, table)?.to ??
    0;

  /** Its newest records and their number; the count of a common word is cached until the index has grown. */
  function walk(table: WordTable, match: string, newest: number): { docs: number; rowids?: number[] } {
    const name = `${table} ${match}`;
    const remembered = counts.get(name);
    if (remembered !== undefined && remembered.newest <= newest && newest < remembered.newest * 1.1) {
      return { docs: remembered.docs };
    }
    const rowids = rowidsOf(db, { table, scope: [] }, match, MOST_OF_WORD);
    if (rowids.length < MOST_OF_WORD) return { docs: rowids.length, rowids };
    // Estimate the total from the density of the newest ones.
    const span = newest - (rowids.at(-1) ?? 0) + 1;
    const docs = Math.round((rowids.length * newest) / span);
    counts.set(name, { docs, newest });
    return { docs, rowids };
  }

  /** Similar words that do occur, most similar first. */
  function similar(word: string): QueryTerm[] {
    if (!mayBeTypo(word)) return [];
    const start = word.slice(0, SURE_LENGTH);
    const range = { from: start, to: `${start}\u{10ffff}`, least: word.length - 2, most: word.length + 2 };
    const near = (table: WordTable) =>
      termsOf(table, "term >= $from and term < $to and length(term) between $least and $most", range);
    // People type words that they have read; tool outputs have many times more words, so they are left out.
    const read = [...near("memory_stems"), ...near("text_stems")];
    let close = closestTerms(word, toSum([read]), MOST_SIMILAR);
    if (close[0]?.distance !== 1) close = closestTerms(word, toSum([read, near("call_stems")]), MOST_SIMILAR);
    const terms = close.length === 0 ? JSON.stringify(toBeginnings(word)) : "";
    // Hundreds of words are looked up: table by table, small ones first.
    for (const table of ["memory_stems", "text_stems", "call_stems"] as const) {
      if (close.length > 0) break;
      const others = termsOf(table, "term in (select value from json_each($terms))", { terms });
      close = closestTerms(word, others, MOST_SIMILAR);
    }
    const meant = new Set(close.flatMap(({ term }) => [stemOf(term), term]));
    return [...meant].map((term) => ({ tokens: [term], prefix: false }));
  }

  function termsOf(table: WordTable, where: string, values: Named): Term[] {
    return db
      .query<Term, Named>(`select term, doc as docs from temp.${table}_terms where ${where}`)
      .all(values);
  }

  return {
    /** The approximate number of searchable records. */
    all: (): number => Math.max(newestOf("call_stems"), newestOf("text_stems")) + newestOf("memory_stems"),

    /** What to search for: the words; if they are rare, longer words too; if they do not occur, similar words. */
    know(words: readonly QueryWord[], { exact, tables = WORD_TABLES }: KnowOptions): KnownWord[] {
      const newest = tables.map((table) => ({ table, id: newestOf(table) })).filter(({ id }) => id > 0);
      // The more words, the less each of them may cost.
      const isLong = words.length > LONG_QUERY;
      const left = { open: MOST_OPEN, phrases: isLong ? 0 : MOST_PHRASES, typos: exact ? 0 : MOST_TYPOS };

      const known = (terms: readonly QueryTerm[]): KnownWord => {
        const match = toAnyOf(terms);
        const rowids = new Map<WordTable, number[]>();
        let docs = 0;
        for (const { table, id } of newest) {
          const found = walk(table, match, id);
          docs += found.docs;
          if (found.rowids !== undefined) rowids.set(table, found.rowids);
          // A common word stays common: its exact count in the other tables does not matter.
          if (found.docs >= MOST_OF_WORD) break;
        }
        return { terms, match, docs, rowids, exact: true, sure: true };
      };

      /** A phrase of very common words costs as much as all of them: search its rarest word instead. */
      const knownPhrase = (terms: readonly QueryTerm[]): KnownWord => {
        const [phrase, ...others] = terms;
        const tokens = phrase?.tokens ?? [];
        if (tokens.length < 2) return known(terms);
        // An identifier is also one word of the index, and is usually written as such.
        const whole = others.length > 0 ? known(others) : undefined;
        if (whole !== undefined && whole.docs >= ENOUGH) return { ...whole, terms };
        const parts = tokens.map((token) => known([{ tokens: [token], prefix: false }]));
        const rarest = parts.reduce((a, b) => (b.docs < a.docs ? b : a));
        if (rarest.docs === 0) return { ...(whole ?? rarest), terms };
        if (!parts.some((part) => part.docs > COSTLY) || left.phrases-- > 0) return known(terms);
        return { ...known([...rarest.terms, ...others]), terms, sure: false };
      };

      /** For a token that may go on, SQLite reads the records of all longer ones, wherever the phrase stands. */
      const isCheap = ({ tokens, prefix }: QueryTerm): boolean => {
        const last = tokens.at(-1);
        if (!prefix || tokens.length < 2 || last === undefined) return true;
        return known([{ tokens: [last], prefix: false }]).docs <= COSTLY_OPEN;
      };

      return words.map((word) => {
        let best = knownPhrase(word.terms);
        const mayOpen = word.open.length > 0 && (!isLong || best.docs === 0);
        if (best.docs < ENOUGH && mayOpen && left.open-- > 0) {
          best = known([...word.terms, ...word.open.filter(isCheap)]);
        }
        if (best.docs > 0) return best;
        const meant = word.typed !== undefined && left.typos-- > 0 ? similar(word.typed) : [];
        if (meant.length > 0) return { ...known(meant), exact: false };
        return word.pieces.length > 0 ? { ...known(word.pieces), exact: false } : best;
      });
    },
  };
}

function toSum(lists: readonly Term[][]): Term[] {
  const docs = new Map<string, number>();
  for (const { term, docs: more } of lists.flat()) docs.set(term, (docs.get(term) ?? 0) + more);
  return Array.from(docs, ([term, count]) => ({ term, docs: count }));
}

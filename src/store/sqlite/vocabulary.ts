/** How often words stand in the index, and which words are like one that stands nowhere. */
import type { Database } from "bun:sqlite";
import { closestTerms, mayBeTypo, SURE_LENGTH, toBeginnings } from "../../memory/typo.ts";
import type { QueryTerm, QueryWord } from "../../memory/words.ts";
import { type CandidateWord, MOST_OF_WORD, rowidsOf, toAnyOf } from "./candidates.ts";
import type { Named } from "./values.ts";
import { WORD_TABLES, type WordTable } from "./word-index.ts";

/** A word with as many matches is not looked for in longer words too. */
const ENOUGH = 20;
/** Looking into longer words, or for similar ones, costs more: for so many words of a query. */
const MOST_OPEN = 4;
const MOST_TYPOS = 2;
const MOST_SIMILAR = 3;
/** How many counts of common words are remembered. */
const REMEMBERED = 5_000;

export interface KnownWord extends Omit<CandidateWord, "weight"> {
  /** What is looked for; not always what was typed. */
  terms: QueryTerm[];
  /** In how many records, about. */
  docs: number;
  /** False for similar words, or pieces of it. */
  exact: boolean;
}

export function createVocabulary(db: Database) {
  for (const table of WORD_TABLES) {
    db.run(`create virtual table if not exists temp.${table}_terms using fts5vocab (main, ${table}, row)`);
  }
  const counts = new Map<string, { docs: number; newest: number }>();

  const newestOf = (table: WordTable): number =>
    db.query<{ id: number | null }, []>(`select max(rowid) as id from ${table}_docsize`).get()?.id ?? 0;

  /** Its newest records and how many there are; a common word's count is remembered until the index has grown. */
  function walk(table: WordTable, match: string, newest: number): { docs: number; rowids?: number[] } {
    const name = `${table} ${match}`;
    const remembered = counts.get(name);
    if (remembered !== undefined && remembered.newest <= newest && newest < remembered.newest * 1.1) {
      return { docs: remembered.docs };
    }
    const rowids = rowidsOf(db, { table, scope: [] }, match, MOST_OF_WORD);
    if (rowids.length < MOST_OF_WORD) return { docs: rowids.length, rowids };
    // How closely the newest ones stand says how many there are.
    const span = newest - (rowids.at(-1) ?? 0) + 1;
    const docs = Math.round((rowids.length * newest) / span);
    if (counts.size >= REMEMBERED) counts.clear();
    counts.set(name, { docs, newest });
    return { docs, rowids };
  }

  /** Words like it that do stand somewhere, the nearest ones. */
  function similar(word: string): QueryTerm[] {
    if (!mayBeTypo(word)) return [];
    const start = word.slice(0, SURE_LENGTH);
    const near = termsOf("term >= $from and term < $to", { from: start, to: `${start}\u{10ffff}` });
    let close = closestTerms(word, near, MOST_SIMILAR);
    if (close.length === 0) {
      const others = termsOf("term in (select value from json_each($terms))", {
        terms: JSON.stringify(toBeginnings(word)),
      });
      close = closestTerms(word, others, MOST_SIMILAR);
    }
    return close.map(({ term }) => ({ tokens: [term], prefix: false }));
  }

  function termsOf(where: string, values: Named): { term: string; docs: number }[] {
    const docs = new Map<string, number>();
    for (const table of WORD_TABLES) {
      const sql = `select term, doc as docs from temp.${table}_terms where ${where}`;
      for (const row of db.query<{ term: string; docs: number }, Named>(sql).all(values)) {
        docs.set(row.term, (docs.get(row.term) ?? 0) + row.docs);
      }
    }
    return Array.from(docs, ([term, count]) => ({ term, docs: count }));
  }

  return {
    /** How many records there are to be found, about. */
    all: (): number => Math.max(newestOf("call_words"), newestOf("text_words")) + newestOf("memory_words"),

    /** What to look for: the words; where they are few, longer ones too; where there are none, the likes of them. */
    know(words: readonly QueryWord[], exact: boolean): KnownWord[] {
      let open = MOST_OPEN;
      let typos = exact ? 0 : MOST_TYPOS;
      const newest = WORD_TABLES.map((table) => ({ table, id: newestOf(table) }));
      const known = (terms: QueryTerm[]): KnownWord => {
        const match = toAnyOf(terms);
        const walked = new Map<WordTable, number[]>();
        let docs = 0;
        for (const { table, id } of newest) {
          if (id === 0) continue;
          const found = walk(table, match, id);
          docs += found.docs;
          if (found.rowids !== undefined) walked.set(table, found.rowids);
        }
        return { terms, match, docs, exact: true, rowids: walked };
      };
      return words.map((word) => {
        let best = known(word.terms);
        if (best.docs < ENOUGH && word.open.length > 0 && open-- > 0) {
          best = known([...word.terms, ...word.open]);
        }
        if (best.docs > 0) return best;
        const meant = word.typed !== undefined && typos-- > 0 ? similar(word.typed) : [];
        if (meant.length > 0) return { ...known(meant), exact: false };
        return word.pieces.length > 0 ? { ...known(word.pieces), exact: false } : best;
      });
    },
  };
}

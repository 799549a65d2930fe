/** How often words occur in the index, and similar words for words that do not occur. */
import type { Database } from "bun:sqlite";
import { WORD_TABLES, type WordTable } from "../../store/index/word-index.ts";
import type { Named } from "../../store/values.ts";
import { stemOf } from "../../text/stem.ts";
import { closestTerms, mayBeTypo, SURE_LENGTH, toSlips } from "../../text/typo.ts";
import type { QueryTerm, QueryWord } from "../../text/words.ts";
import { type CandidateWord, MOST_OF_WORD, newestIn, rowidsOf, toAnyOf } from "./candidates.ts";

/** A word with this many matches is not also searched as a part of longer words. */
const ENOUGH = 20;
/** Searching in longer words, or for similar ones, is expensive: only for this many words of a query. */
const MOST_OPEN = 4;
const MOST_TYPOS = 2;
const MOST_PHRASES = 1;
const LONG_QUERY = 4;
/** A phrase gets expensive if one of its words occurs in this many records. */
const COSTLY = 5_000;
/** Records of a phrase's rarest word that are looked through for the phrase: the newest. */
const MOST_PHRASED = 1_000;
/** The same if the last word may be a prefix. */
const COSTLY_OPEN = 500;
const MOST_SIMILAR = 3;
/** Words with the same beginning that are compared with a mistyped one. */
const MOST_ALIKE = 4_000;
/** Typos up to this letter are looked up one by one; after it, few words share the beginning even in a large store. */
const LOOKED_UP_TO = 6;

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
  const newestOf = (table: WordTable): number => newestIn(db, table);

  /** The word's newest records, and an estimate of their number. */
  function walk(table: WordTable, match: string, newest: number, from?: number) {
    const rowids = rowidsOf(db, { table, scope: [], from }, match, MOST_OF_WORD);
    if (rowids.length < MOST_OF_WORD) return { docs: rowids.length, rowids };
    // From the density of the newest ones.
    const span = newest - (rowids.at(-1) ?? 0) + 1;
    return { docs: Math.round((rowids.length * newest) / span), rowids };
  }

  const similar = createSimilarTerms(db);

  return {
    /** The approximate number of searchable records. */
    all: (): number => Math.max(newestOf("call_stems"), newestOf("text_stems")) + newestOf("memory_stems"),

    /** Terms to search for: the words; if they are rare, longer words too; if they do not occur, similar words. */
    know(words: readonly QueryWord[], { exact, tables = WORD_TABLES }: KnowOptions): KnownWord[] {
      const newest = tables.map((table) => ({ table, id: newestOf(table) })).filter(({ id }) => id > 0);
      // The more words, the less each of them may cost.
      const isLong = words.length > LONG_QUERY;
      const left = { open: MOST_OPEN, phrases: isLong ? 0 : MOST_PHRASES, typos: exact ? 0 : MOST_TYPOS };

      /** Parts of a phrase are queried more than once. */
      const walked = new Map<string, ReturnType<typeof walk>>();
      const known = (terms: readonly QueryTerm[], from?: number): KnownWord => {
        const match = toAnyOf(terms);
        const rowids = new Map<WordTable, number[]>();
        let docs = 0;
        for (const { table, id } of newest) {
          const name = `${table} ${from ?? ""} ${match}`;
          const found = walked.get(name) ?? walk(table, match, id, from);
          walked.set(name, found);
          docs += found.docs;
          rowids.set(table, found.rowids);
          // A common word stays common: its exact count in the other tables does not matter.
          if (found.docs >= MOST_OF_WORD) break;
        }
        return {
          terms,
          match,
          docs,
          rowids,
          exact: true,
          sure: true,
          ...(from === undefined ? {} : { from }),
        };
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
        if (parts.some((part) => part.docs > COSTLY) && left.phrases-- <= 0)
          return { ...known([...rarest.terms, ...others]), terms, sure: false };
        if (rarest.docs <= MOST_PHRASED || phrase === undefined) return known(terms);
        const last = Math.max(...newest.map(({ id }) => id));
        const from = Math.max(1, Math.floor(last * (1 - MOST_PHRASED / rarest.docs)));
        const recent = known([phrase], from);
        return { ...(whole === undefined ? recent : either(whole, recent)), terms };
      };

      /** For a token with an open end, SQLite reads the records of all longer tokens, wherever the phrase is. */
      const isCheap = ({ tokens, prefix }: QueryTerm): boolean => {
        const last = tokens.at(-1);
        if (!prefix || tokens.length < 2 || last === undefined) return true;
        return known([{ tokens: [last], prefix: false }]).docs <= COSTLY_OPEN;
      };

      return words.map((word) => {
        let best = knownPhrase(word.terms);
        const mayOpen = word.open.length > 0 && (!isLong || best.docs === 0);
        if (best.docs < ENOUGH && mayOpen && left.open-- > 0) {
          // Separately, because the word's own records are already known.
          const open = word.open.filter(isCheap);
          if (open.length > 0) best = either(best, known(open, best.from));
        }
        if (best.docs > 0) return best;
        const meant = word.typed !== undefined && left.typos-- > 0 ? similar(word.typed) : [];
        if (meant.length > 0) return { ...known(meant), exact: false };
        return word.pieces.length > 0 ? { ...known(word.pieces), exact: false } : best;
      });
    },
  };
}

/** Words like a mistyped one, from the tables of terms that `createVocabulary` makes. */
function createSimilarTerms(db: Database): (word: string) => QueryTerm[] {
  /** Similar indexed words, most similar first: those within one typo, then, for a long word, within two. */
  function similar(word: string): QueryTerm[] {
    if (!mayBeTypo(word)) return [];
    const meant = new Set(closeTo(word).flatMap(({ term }) => [stemOf(term), term]));
    return [...meant].map((term) => ({ tokens: [term], prefix: false }));
  }

  function closeTo(word: string): Term[] {
    // Beyond the first letters, all words with the same beginning are read. For typos within the first letters, each variant
    // is looked up. The very first letters are usually correct.
    const isPlain = /^[a-z]+$/.test(word) && word.length > LOOKED_UP_TO;
    const sure = isPlain ? LOOKED_UP_TO : SURE_LENGTH;
    const closest = (terms: Term[]) => closestTerms(word, toSum(terms), MOST_SIMILAR);
    for (const [from, to] of [[SURE_LENGTH, sure] as const, [0, SURE_LENGTH] as const]) {
      const slips = JSON.stringify(toSlips(word, from, to));
      const near = (table: WordTable) => [
        ...termsOf(table, "term in (select value from json_each($slips))", { slips }),
        ...(from === 0 ? [] : beginningLike(table, word, sure)),
      ];
      // People search for words from prompts and answers; tool outputs contain many times as many words.
      for (const tables of [["memory_stems", "text_stems"], ["call_stems"]] as const) {
        const close = closest(tables.flatMap(near)).filter(({ distance }) => distance === 1);
        if (close.length > 0) return close;
      }
    }
    return closest(WORD_TABLES.flatMap((table) => beginningLike(table, word, SURE_LENGTH)));
  }

  function beginningLike(table: WordTable, word: string, letters: number): Term[] {
    const from = word.slice(0, letters);
    const values = { from, to: `${from}\u{10ffff}`, least: word.length - 2, most: word.length + 2 };
    // The limit is inside the subquery, so it bounds how many words are read, not how many match the length.
    return db
      .query<Term, Named>(
        `select term, docs from (
           select term, doc as docs from temp.${table}_terms where term >= $from and term < $to limit ${MOST_ALIKE})
         where length(term) between $least and $most`,
      )
      .all(values);
  }

  function termsOf(table: WordTable, where: string, values: Named): Term[] {
    return db
      .query<Term, Named>(`select term, doc as docs from temp.${table}_terms where ${where}`)
      .all(values);
  }

  return similar;
}

/** Each word once: a variant of the first letters may begin like the word, and several tables have it. */
function toSum(terms: readonly Term[]): Term[] {
  const docs = new Map<string, number>();
  for (const { term, docs: more } of terms) docs.set(term, (docs.get(term) ?? 0) + more);
  return Array.from(docs, ([term, count]) => ({ term, docs: count }));
}

/** Matches either part; each was searched separately. */
function either(a: KnownWord, b: KnownWord): KnownWord {
  const terms = [...a.terms, ...b.terms];
  const both = new Map<WordTable, readonly number[]>();
  for (const table of WORD_TABLES) {
    const [ours, theirs] = [a.rowids?.get(table), b.rowids?.get(table)];
    if (ours === undefined || theirs === undefined) continue;
    const all = [...new Set([...ours, ...theirs])].sort((one, other) => other - one);
    both.set(table, all.slice(0, MOST_OF_WORD));
  }
  const from = a.from ?? b.from;
  const docs = Math.max(
    a.docs,
    b.docs,
    [...both.values()].reduce((sum, { length }) => sum + length, 0),
  );
  const bound = from === undefined ? {} : { from };
  return { terms, match: toAnyOf(terms), docs, rowids: both, exact: true, sure: true, ...bound };
}

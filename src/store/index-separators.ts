/**
 * Words that only separate. FTS5 keeps, for every block of its index, the beginning of the block's first word, to find
 * the block by; and it keeps it when that word is removed. So a forgotten word may live on as a separator. Here it is
 * overwritten with another one that separates as well: the same length, between the old one and the next word there is.
 */
import type { Database } from "bun:sqlite";
import { WORD_TABLES, type WordTable } from "./index/word-index.ts";
import { createBlocks } from "./index-blocks.ts";
import { type RawFile, withRawFile } from "./raw-file.ts";
import { settle } from "./settle.ts";

/** Beyond this many words it is cheaper to look at every separator. */
const MOST_SOUGHT = 10_000;
/** Beyond this many they are not even kept. */
const MOST_WORDS = 100_000;
const AT_ONCE = 2_000;
/** A search of another process may have moved one in the meantime. */
const TRIES = 3;

/** The words of what is being removed from the index. */
export interface GoneWords {
  add(text: string): void;
  /** Whether one of them begins like this. */
  anyBegins(start: string): boolean;
  /** Undefined if they are too many to go through. */
  list(): readonly string[] | undefined;
}

/** `isAny`: some went before, and nobody knows which. */
export function createGoneWords(isAny = false): GoneWords {
  let words: Set<string> | undefined = isAny ? undefined : new Set();
  let sorted: string[] | undefined;
  return {
    add(text) {
      sorted = undefined;
      for (const word of text.split(" ")) words?.add(word);
      if ((words?.size ?? 0) > MOST_WORDS) words = undefined;
    },
    list: () => (words === undefined || words.size > MOST_SOUGHT ? undefined : [...words]),
    anyBegins(start) {
      if (words === undefined) return true;
      sorted ??= [...words].sort();
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sorted[middle] ?? "") < start) low = middle + 1;
        else high = middle;
      }
      return sorted[low]?.startsWith(start) === true;
    },
  };
}

interface Separator {
  table: WordTable;
  segid: number;
  pgno: number;
  term: Buffer;
  /** Of the same length. */
  instead: Buffer;
}

/** False if other processes read all the while. */
export async function hideSeparators(
  db: Database,
  path: string,
  gone: GoneWords,
  patienceMs: number,
): Promise<boolean> {
  for (let i = 0; i < TRIES; i++) {
    const list = await findSeparators(db, gone);
    if (list.length === 0) return true;
    const replaced = await withRawFile(path, patienceMs, (file) => replaceSeparators(db, file, list));
    if (replaced === undefined) return false;
    if (replaced === list.length) return true;
  }
  return true;
}

interface IdxRow {
  segid: number;
  term: Uint8Array;
  pgno: number;
}

async function findSeparators(db: Database, gone: GoneWords): Promise<Separator[]> {
  const found: Separator[] = [];
  const words = gone.list();
  if (words !== undefined) listWords(db, words);
  for (const table of WORD_TABLES) {
    // `instance`: the other kinds count a word's records, all of them, before they name it.
    db.run(
      `create virtual table if not exists temp.${table}_words using fts5vocab (main, ${table}, instance)`,
    );
    const next = db.query<{ term: string }, { from: string }>(
      `select term from temp.${table}_words where term >= $from limit 1`,
    );
    const firstWord = createBlocks(db, table);
    /** Parts of the index have many separators in common. */
    const nexts = new Map<string, string | undefined>();
    const nextOf = (from: string) => {
      if (!nexts.has(from)) nexts.set(from, next.get({ from })?.term);
      return nexts.get(from);
    };
    const rows =
      words === undefined ? separatorsLike(db, table, gone) : separatorsOf(db, table, words.length);
    for await (const { segid, term: bytes, pgno } of rows) {
      const term = Buffer.from(bytes);
      // Most words are in other records too. Then this one is no secret, and the block tells so sooner than the whole index.
      if (term.length < 2 || firstWord(segid, pgno)?.subarray(0, term.length).equals(term) === true) continue;
      const instead = toOther(term, nextOf(withoutIndex(term)));
      if (!instead.equals(term)) found.push({ table, segid, pgno, term, instead });
    }
  }
  if (words !== undefined) listWords(db, []);
  return found;
}

/** The first byte names the index, of which there is one. */
const withoutIndex = (term: Buffer): string => term.toString("utf8", 1);

/** As the index writes them. */
function listWords(db: Database, words: readonly string[]): void {
  db.run("create temp table if not exists gone_words (word blob primary key) without rowid");
  db.run("delete from gone_words");
  db.query<unknown, { words: string }>(
    "insert or ignore into gone_words select cast('0' || value as blob) from json_each($words)",
  ).run({ words: JSON.stringify(words) });
}

/** Of too many words to list: every separator is looked at. */
async function* separatorsLike(db: Database, table: WordTable, gone: GoneWords): AsyncGenerator<IdxRow> {
  const rows = db.query<IdxRow, { segid: number; term: Uint8Array | null }>(
    `select segid, term, pgno from ${table}_idx where segid = $segid and ($term is null or term > $term)
     order by term limit ${AT_ONCE}`,
  );
  for (const segid of segmentsOf(db, table)) {
    for (let term: Uint8Array | null = null; ; ) {
      const some = rows.all({ segid, term });
      yield* some.filter((row) => gone.anyBegins(withoutIndex(Buffer.from(row.term))));
      const end = some.at(-1);
      if (end === undefined || some.length < AT_ONCE) break;
      term = end.term;
      await Bun.sleep(0);
    }
  }
}

/** A word that began a block still stands behind that block's separator: the last one before it in each part. */
async function* separatorsOf(db: Database, table: WordTable, words: number): AsyncGenerator<IdxRow> {
  const ofWords = db.query<IdxRow, { segid: number }>(
    `select i.segid, i.term, i.pgno
     from (select distinct term from (
       select word, (select max(term) from ${table}_idx where segid = $segid and term <= word) as term from gone_words)
       where substr(word, 1, length(term)) = term) w
     cross join ${table}_idx i on i.segid = $segid and i.term = w.term`,
  );
  // The first word from there on begins like that, or none does.
  const ofFew = db.query<IdxRow, { segid: number }>(
    `select segid, term, pgno from ${table}_idx i where segid = $segid and substr(
       (select word from gone_words where word >= i.term order by word limit 1), 1, length(i.term)) = i.term`,
  );
  const count = db.query<{ n: number }, { segid: number; most: number }>(
    `select count(*) as n from (select 1 from ${table}_idx where segid = $segid limit $most)`,
  );
  for (const segid of segmentsOf(db, table)) {
    // Most parts are small: reading one is cheaper than a look for each word.
    const isSmall = (count.get({ segid, most: words })?.n ?? 0) < words;
    yield* (isSmall ? ofFew : ofWords).all({ segid });
    await Bun.sleep(0);
  }
}

function segmentsOf(db: Database, table: WordTable): number[] {
  const next = db.query<{ segid: number | null }, { segid: number }>(
    `select min(segid) as segid from ${table}_idx where segid > $segid`,
  );
  const segments: number[] = [];
  for (let at = next.get({ segid: -1 })?.segid; typeof at === "number"; ) {
    segments.push(at);
    at = next.get({ segid: at })?.segid;
  }
  return segments;
}

/** The same as far as the next word there is goes along, and one byte more; then the highest byte there is. */
function toOther(term: Buffer, next: string | undefined): Buffer {
  const live = Buffer.from(next ?? "");
  let same = 0;
  while (same < term.length - 1 && term[same + 1] === live[same]) same++;
  return Buffer.from(term).fill(0xff, Math.min(term.length, same + 2));
}

/** Where they stand is looked up while nobody waits, and compared when they are replaced. Answers how many were. */
async function replaceSeparators(
  db: Database,
  file: RawFile,
  list: readonly Separator[],
): Promise<number | undefined> {
  let places: Place[] = [];
  let replaced = 0;
  const after = await settle(file, {
    look() {
      places = findPlaces(db, file, list);
    },
    run({ doneTo }) {
      // What an earlier try has replaced is not found any more.
      replaced += overwrite(file, places);
      return doneTo;
    },
  });
  return after === undefined ? undefined : replaced;
}

interface Place {
  page: number;
  at: number;
  record: Buffer;
  /** Where the word stands in the record. */
  offset: number;
  instead: Buffer;
}

function findPlaces(db: Database, { pageSize, read }: RawFile, list: readonly Separator[]): Place[] {
  const bytes = Buffer.allocUnsafe(pageSize);
  return WORD_TABLES.flatMap((table) => {
    const ours = list.filter((one) => one.table === table).map((one) => ({ ...one, record: toRecord(one) }));
    if (ours.length === 0) return [];
    const pages = db
      .query<{ pageno: number }, { name: string }>("select pageno from dbstat where name = $name")
      .all({ name: `${table}_idx` });
    return pages.flatMap(({ pageno: page }) => {
      if (read(bytes, page) < pageSize) return [];
      return ours.flatMap(({ record, term, instead }) => {
        const at = bytes.indexOf(record);
        return at < 0 ? [] : [{ page, at, record, offset: record.indexOf(term), instead }];
      });
    });
  });
}

function overwrite({ pageSize, read, write }: RawFile, places: readonly Place[]): number {
  const bytes = Buffer.allocUnsafe(pageSize);
  let replaced = 0;
  for (const [page, ours] of Map.groupBy(places, (place) => place.page)) {
    if (read(bytes, page) < pageSize) continue;
    const found = ours.filter(({ at, record }) => bytes.subarray(at, at + record.length).equals(record));
    for (const { at, offset, instead } of found) instead.copy(bytes, at + offset);
    if (found.length > 0) write(bytes, page);
    replaced += found.length;
  }
  return replaced;
}

/** As SQLite stores the row: the sizes and types of its columns, then their bytes. */
function toRecord({ segid, term, pgno }: Pick<Separator, "segid" | "term" | "pgno">): Buffer {
  const numbers = [toInteger(segid), toInteger(pgno)] as const;
  const types = Buffer.concat([
    Buffer.of(numbers[0].type),
    toVarint(12 + 2 * term.length),
    Buffer.of(numbers[1].type),
  ]);
  return Buffer.concat([Buffer.of(types.length + 1), types, numbers[0].bytes, term, numbers[1].bytes]);
}

function toInteger(value: number): { type: number; bytes: Buffer } {
  if (value === 0 || value === 1) return { type: 8 + value, bytes: Buffer.alloc(0) };
  const size = [1, 2, 3, 4, 6].find((bytes) => value < 2 ** (bytes * 8 - 1)) ?? 6;
  const bytes = Buffer.alloc(size);
  bytes.writeIntBE(value, 0, size);
  return { type: size === 6 ? 5 : size, bytes };
}

/** Terms are shorter than 8,000 bytes: two bytes are enough. */
function toVarint(value: number): Buffer {
  return value < 128 ? Buffer.of(value) : Buffer.of(0x80 | (value >> 7), value & 0x7f);
}

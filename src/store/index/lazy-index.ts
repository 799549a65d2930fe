/**
 * Records are indexed after they are stored. Indexing the words of a tool call takes longer than storing it, and a
 * hook waits only for the storing. Entries are numbered in order of arrival, so one number, stored in the
 * database, marks the progress of the index. What is behind that number is not found yet.
 */
import type { Database } from "bun:sqlite";
import { NOTIFICATION } from "../records/notification.ts";
import { type OpenDatabase, queries } from "../store.ts";
import { createWordIndex, SOURCE_ROWS, type SourceRow, toIndexed } from "./word-index.ts";

/** Records per transaction: a few milliseconds. Fewer at once would write more parts of the index, which are merged later. */
const AT_ONCE = 32;

function createLazyIndex(db: Database) {
  const words = createWordIndex(db);
  const state = db.query<{ indexed_to: number }, []>("select indexed_to from word_state");
  const newest = db.query<{ id: number | null }, []>("select max(id) as id from entries");
  const next = db.query<SourceRow, { after: number; most: number }>(
    `${SOURCE_ROWS} where e.id > $after order by e.id limit $most`,
  );
  const ofSession = db.query<SourceRow, { session: number; to: number }>(
    `${SOURCE_ROWS} where e.session = $session and e.id <= $to and (e.kind <> 'event' or t.event = '${NOTIFICATION}')`,
  );
  const save = db.query<unknown, { to: number }>("update word_state set indexed_to = $to");

  const indexedTo = () => state.get()?.indexed_to ?? 0;
  /** How many entries are behind the mark; a few of them may have been deleted since. */
  const waiting = () => Math.max(0, (newest.get()?.id ?? 0) - indexedTo());

  const read = () => next.all({ after: indexedTo(), most: AT_ONCE });
  const prepare = (source: SourceRow) => {
    const entry = toIndexed(source);
    return { source, entry, row: entry && words.toRow(entry) };
  };

  const write = db.transaction((prepared: readonly ReturnType<typeof prepare>[]): number => {
    const rows = read();
    for (const [at, source] of rows.entries()) {
      // Another process may have changed, forgotten or indexed records in the meantime.
      const isSame = Bun.deepEquals(prepared[at]?.source, source);
      const { entry, row } = (isSame ? prepared[at] : undefined) ?? prepare(source);
      words.put(entry, row);
    }
    const last = rows.at(-1);
    if (last !== undefined) save.run({ to: last.id });
    return rows.length;
  }).immediate;

  /** The words are split before the transaction begins: hooks that store a record wait for its end. */
  const step = (): number => write(read().map(prepare));

  return {
    words,
    /** Whether this entry is indexed, so that a change must update the index too. */
    has: (entry: number) => entry <= indexedTo(),
    indexedTo,
    waiting,
    /** The session's project was another one, or unknown, when its first records were indexed. */
    refill(session: number): void {
      for (const row of ofSession.all({ session, to: indexedTo() })) words.put(toIndexed(row));
    },
    /** One short step. Returns how many records there were; 0 when nothing is left. */
    advance: step,
    /** For at most this many milliseconds. */
    catchUp(withinMs: number): void {
      const until = performance.now() + withinMs;
      while (step() > 0 && performance.now() < until);
    },
  };
}

export type LazyIndex = ReturnType<typeof createLazyIndex>;

export const wordIndex = queries(({ db }) => createLazyIndex(db));

/** Time that a search in a separate process first spends on updating the index. */
const SEARCH_INDEX_MS = 200;

/** A process that answers hooks leaves indexing to its background thread. */
export function indexFirst({ isWarm, part }: OpenDatabase): void {
  if (!isWarm) part(wordIndex).catchUp(SEARCH_INDEX_MS);
}

export const wordIndexIn = queries(({ part }) => ({
  /** How many records are not indexed yet. */
  unindexed: () => part(wordIndex).waiting(),
  /** One short step of indexing. Returns how much there was. */
  indexWords: (): number => part(wordIndex).advance(),
}));

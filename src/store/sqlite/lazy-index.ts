/**
 * Records are indexed after they are stored. Indexing the words of a tool call takes longer than storing it, and a
 * hook waits only for the storing. Entries are numbered in order of arrival, so one number, stored in the
 * database, marks the progress of the index. Every search first brings the index up to date.
 */
import type { Database } from "bun:sqlite";
import { NOTIFICATION } from "../../memory/records/notification.ts";
import { dropProjectRows } from "./project-rows.ts";
import { createStaleIndex } from "./stale-index.ts";
import { toText } from "./values.ts";
import { createWordIndex, SOURCE_ROWS, type SourceRow, toIndexed } from "./word-index.ts";

/** Records per transaction; bounds how long others wait. */
const AT_ONCE = 200;

export function createLazyIndex(db: Database) {
  const words = createWordIndex(db);
  const stale = createStaleIndex(db, words);
  const state = db.query<{ indexed_to: number }, []>("select indexed_to from word_state");
  const next = db.query<SourceRow, { after: number; most: number }>(
    `${SOURCE_ROWS} where e.id > $after order by e.id limit $most`,
  );
  const ofSession = db.query<SourceRow, { session: number; to: number }>(
    `${SOURCE_ROWS} where e.session = $session and e.id <= $to and (e.kind <> 'event' or t.event = '${NOTIFICATION}')`,
  );
  const nextOfOthers = db.query<{ id: number }, { after: number; sessions: string }>(
    `select id from entries where id > $after and kind <> 'event'
       and session not in (select seq from sessions where id in (select value from json_each($sessions))) limit 1`,
  );
  const save = db.query<unknown, { to: number }>("update word_state set indexed_to = $to");

  const indexedTo = () => state.get()?.indexed_to ?? 0;

  const step = db.transaction((most: number): number => {
    const rows = next.all({ after: indexedTo(), most });
    for (const row of rows) {
      const indexed = toIndexed(row);
      if (indexed !== undefined) words.add(indexed);
    }
    const last = rows.at(-1);
    if (last !== undefined) save.run({ to: last.id });
    return rows.length;
  });

  /** Whether the index is complete; read without a lock, because it usually is. */
  const isCurrent = () => next.all({ after: indexedTo(), most: 1 }).length === 0;

  return {
    words,
    /** Whether this entry is indexed, so that a change must update the index too. */
    has: (entry: number) => entry <= indexedTo(),
    /** The session's project was unknown when its first records were indexed. */
    refill(session: number): void {
      for (const row of ofSession.all({ session, to: indexedTo() })) {
        const indexed = toIndexed(row);
        if (indexed !== undefined) words.replace(indexed);
      }
      dropProjectRows(db);
    },
    /** At most so many records, new ones before those of older rules; answers how many there were. */
    advance: (most: number = AT_ONCE): number => (isCurrent() ? stale.advance(most) : step.immediate(most)),
    /** All new ones. */
    finish(): void {
      while (!isCurrent()) step.immediate(AT_ONCE);
    },
    /** The same, for a search that excludes these sessions: their records can wait. */
    finishOthers(except: readonly string[]): void {
      const sessions = JSON.stringify(except.map(toText));
      while (nextOfOthers.get({ after: indexedTo(), sessions }) !== null) step.immediate(AT_ONCE);
    },
  };
}

export type LazyIndex = ReturnType<typeof createLazyIndex>;

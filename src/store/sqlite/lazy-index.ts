/**
 * Words follow their records. Splitting and indexing a tool call's words takes longer than storing it, and a hook
 * waits for the storing only. Entries are numbered in the order of their coming, so one number says how far the
 * index has got; it is in the database, and whoever searches brings the index up to date first.
 */
import type { Database } from "bun:sqlite";
import { NOTIFICATION } from "../../memory/records/notification.ts";
import { dropProjectRows } from "./project-rows.ts";
import { toText } from "./values.ts";
import { createWordIndex, type SourceRow, toIndexed } from "./word-index.ts";

/** In one transaction: others wait for no longer than that. */
const AT_ONCE = 200;

const SOURCE = `
  select e.id, e.kind, s.project, t.event, t.text, c.tool_name, c.input, c.response, c.files
  from entries e join sessions s on s.seq = e.session
  left join texts t on t.entry = e.id left join calls c on c.entry = e.id`;

export function createLazyIndex(db: Database) {
  const words = createWordIndex(db);
  const state = db.query<{ indexed_to: number }, []>("select indexed_to from word_state");
  const next = db.query<SourceRow, { after: number; most: number }>(
    `${SOURCE} where e.id > $after order by e.id limit $most`,
  );
  const ofSession = db.query<SourceRow, { session: number; to: number }>(
    `${SOURCE} where e.session = $session and e.id <= $to and (e.kind <> 'event' or t.event = '${NOTIFICATION}')`,
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

  /** Whether there is nothing left to index: read without a lock, because there mostly is not. */
  const isCurrent = () => next.all({ after: indexedTo(), most: 1 }).length === 0;

  return {
    words,
    /** Whether the words of this entry are in the index, so that a change of it has to be too. */
    has: (entry: number) => entry <= indexedTo(),
    /** The session's project was not known when its first records were indexed. */
    refill(session: number): void {
      for (const row of ofSession.all({ session, to: indexedTo() })) {
        const indexed = toIndexed(row);
        if (indexed !== undefined) words.replace(indexed);
      }
      dropProjectRows(db);
    },
    /** At most so many records; answers how many there were. */
    advance: (most: number = AT_ONCE): number => (isCurrent() ? 0 : step.immediate(most)),
    /** All that is left. */
    finish(): void {
      while (!isCurrent()) step.immediate(AT_ONCE);
    },
    /** The same, for one who does not look for these sessions' records: they can wait. */
    finishOthers(except: readonly string[]): void {
      const sessions = JSON.stringify(except.map(toText));
      while (nextOfOthers.get({ after: indexedTo(), sessions }) !== null) step.immediate(AT_ONCE);
    },
  };
}

export type LazyIndex = ReturnType<typeof createLazyIndex>;

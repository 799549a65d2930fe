/** Deletes what is listed in `forget_selection`, a batch at a time: records with their words in the index. */
import type { Database } from "bun:sqlite";
import { bestTitle } from "../../text/title.ts";
import { PATIENCE_MS, retryBusy } from "../errors.ts";
import { createMemoryIndex } from "../index/memory-index.ts";
import { createWordIndex } from "../index/word-index.ts";
import type { Named } from "../values.ts";
import type { ForgetSelection } from "./forget-selection.ts";

/** Records of one transaction: about 0.3 ms each. */
const BATCH = 50;

/** A session after its records. */
const ORDER: readonly ForgetSelection[] = [
  "entry",
  "memory",
  "solution",
  "injection",
  "permission",
  "session",
];

export function createForgetSteps(db: Database) {
  const drop = createDrops(db);
  const next = db.query<{ id: number }, { kind: string }>(
    `select id from forget_selection where kind = $kind limit ${BATCH}`,
  );
  const done = db.query<unknown, { kind: string; id: number }>(
    "delete from forget_selection where kind = $kind and id = $id",
  );
  const sessionOf = db.query<{ session: number }, { id: number }>(
    `select session from entries where id = $id
     and session not in (select id from forget_selection where kind = 'session')`,
  );

  const step = db.transaction((kind: ForgetSelection): number => {
    const rows = next.all({ kind });
    const changed = new Set<number>();
    for (const { id } of rows) {
      const session = kind === "entry" ? sessionOf.get({ id })?.session : undefined;
      if (session !== undefined) changed.add(session);
      drop[kind](id);
      done.run({ kind, id });
    }
    // In the same transaction: a process that ends here leaves no digest or title that quotes what is gone.
    for (const session of changed) tidySession(db, session);
    return rows.length;
  });

  return {
    async deleteAll(onDeleted: (records: number) => void): Promise<void> {
      for (const kind of ORDER) {
        for (;;) {
          const deleted = await retryBusy(() => step.immediate(kind), PATIENCE_MS);
          if (deleted === 0) break;
          onDeleted(deleted);
          await Bun.sleep(0);
        }
      }
    },
  };
}

/** How one record of each kind is deleted. Its texts, versions and relations go with it. */
function createDrops(db: Database): Record<ForgetSelection, (id: number) => void> {
  const words = createWordIndex(db);
  const memories = createMemoryIndex(db, words);
  const dropFrom = (table: string, key = "id") => {
    const statement = db.query<unknown, { id: number }>(`delete from ${table} where ${key} = $id`);
    return (id: number) => void statement.run({ id });
  };
  const [entry, memory, solution, session] = [
    dropFrom("entries"),
    dropFrom("memories"),
    dropFrom("solutions"),
    dropFrom("sessions", "seq"),
  ];
  const dropCounted = db.query<unknown, { subject: string }>("delete from counted where subject = $subject");
  const later = db.query<unknown, { id: number }>("select 1 from entries where session = $id limit 1");

  return {
    entry(id) {
      words.remove("call_stems", id);
      words.remove("text_stems", id);
      entry(id);
    },
    memory(id) {
      memories.removeMemory(id);
      memory(id);
    },
    solution(id) {
      memories.removeSolution(id);
      solution(id);
      dropCounted.run({ subject: `solution-${id}` });
    },
    injection: dropFrom("injections"),
    permission: dropFrom("permissions"),
    session(id) {
      // Keep a session that got new records while its old ones were being deleted.
      if (later.get({ id }) === null) session(id);
      else tidySession(db, id);
    },
  };
}

/** Its counts, and its title, which may quote what was deleted. */
function tidySession(db: Database, session: number): void {
  const prompts = db
    .query<{ text: string; at: number }, Named>(
      `select t.text, e.at from entries e join texts t on t.entry = e.id
         where e.session = $session and e.kind = 'prompt' and e.agent_id is null and trim(t.text) <> ''
         order by e.at, e.id limit 50`,
    )
    .all({ session });
  const best = bestTitle(prompts);
  db.query<unknown, Named>(
    `update sessions set title = $title, title_at = $at,
         prompts = (select count(*) from entries where session = $session and kind = 'prompt'),
         observations = (select count(*) from entries where session = $session and kind = 'observation')
       where seq = $session`,
  ).run({ session, title: best?.title ?? "", at: best?.of.at ?? null });
  // The digest may quote what was deleted; it is built again from what is left.
  db.query<unknown, Named>("delete from session_digests where session = $session").run({ session });
}

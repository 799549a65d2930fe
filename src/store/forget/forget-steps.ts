/** Deletes what is listed in `forget_selection`, a little at a time: records with their words in the index. */
import type { Database } from "bun:sqlite";
import { createMemoryIndex } from "../../memory/sql/memory-index.ts";
import type { MemoryRow, SolutionRow } from "../../memory/sql/memory-rows.ts";
import { createPauses } from "../../platform/write-pauses.ts";
import { bestTitle } from "../../text/title.ts";
import { createGiveWay } from "../give-way.ts";
import {
  createWordIndex,
  type Ready,
  readyAgain,
  SOURCE_ROWS,
  type SourceRow,
  toReady,
  type WordIndex,
  wordsOf,
} from "../index/word-index.ts";
import { PATIENCE_MS, retryBusy } from "../retry.ts";
import { createStepSize } from "../step-size.ts";
import type { Named } from "../values.ts";
import type { ForgetSelection } from "./forget-selection.ts";

/**
 * How long one transaction may take: a hook may wait for it. Its words leave the index when it ends, which takes most of the
 * time, so words are counted. A record without any counts as a few.
 *
 * Not shorter: records of one session have most of their words in common, and a word that leaves several records at once
 * costs less. And whatever others write between two steps, SQLite reads all pages again in the next one.
 */
const STEP = { ms: 38, first: 200, least: 1, longest: 1_000 };
const RECORD_WORDS = 5;
const MOST_AT_ONCE = 100;

/** A session after its records. Versions and relations of a memory go with it. */
const ORDER: readonly ForgetSelection[] = [
  "entry",
  "memory",
  "solution",
  "injection",
  "permission",
  "session",
];

/** `onRemove` is told the words that leave the index. */
export function createForgetSteps(db: Database, onRemove: (text: string) => void) {
  let removed = 0;
  const index = createWordIndex(db, (text) => {
    removed += countWords(text);
    onRemove(text);
  });
  const entries = createReadyEntries(db, index);
  const drop = createDrops(db, index, entries);
  const next = db.query<{ id: number }, { kind: string; most: number }>(
    "select id from forget_selection where kind = $kind limit $most",
  );
  const done = db.query<unknown, { kind: string; id: number }>(
    "delete from forget_selection where kind = $kind and id = $id",
  );

  /** When it began to hold others up. */
  let began = 0;
  /** How many words went; 0 if no record was left. */
  const step = db.transaction((kind: ForgetSelection, mostWords: number): number => {
    began = performance.now();
    removed = 0;
    for (const [before, { id }] of next.all({ kind, most: MOST_AT_ONCE }).entries()) {
      // One more, which is like those before it if nobody knows better, would be too much.
      const more = kind === "entry" ? entries.words(id) : undefined;
      if (before > 0 && removed + (more ?? removed / before) > mostWords) break;
      drop[kind](id);
      done.run({ kind, id });
      removed += RECORD_WORDS;
    }
    return removed;
  });

  function prepare(kind: ForgetSelection, mostWords: number): void {
    if (kind !== "entry") return;
    let words = 0;
    for (const { id } of next.all({ kind, most: MOST_AT_ONCE })) {
      if (words > mostWords) break;
      words += entries.prepare(id) + RECORD_WORDS;
    }
  }

  return {
    async deleteAll(): Promise<void> {
      const size = createStepSize(STEP);
      const giveWay = createGiveWay(db);
      const pause = createPauses(giveWay);
      for (const kind of ORDER) {
        prepare(kind, size.most());
        let words = 1;
        while (words > 0) {
          // If somebody else has the lock, a hook may be waiting for it too, and goes first.
          words = await retryBusy(() => step.immediate(kind, size.most()), PATIENCE_MS, giveWay);
          const ended = performance.now();
          size.took(words, ended - began);
          // Nobody waits for this.
          prepare(kind, size.most());
          await pause(ended - began, performance.now() - ended);
        }
      }
    },

    sessionsThatChange: (): number[] =>
      db
        .query<{ session: number }, []>(
          `select distinct e.session from forget_selection d join entries e on d.kind = 'entry' and e.id = d.id
           where e.session not in (select id from forget_selection where kind = 'session')`,
        )
        .all()
        .map((row) => row.session),

    tidySession: (session: number): void => tidySession(db, session),
  };
}

const countWords = (text: string): number => new Set(text.split(" ")).size;

/** The next ones to delete: their words are split before anybody has to wait for the lock. */
function createReadyEntries(db: Database, index: WordIndex) {
  const source = db.query<SourceRow, { id: number }>(`${SOURCE_ROWS} where e.id = $id`);
  const ready = new Map<number, Ready & { words: number }>();
  const make = (row: SourceRow) => {
    const made = toReady(row, index);
    return { ...made, words: made.entry === undefined ? 0 : countWords(wordsOf(made.entry)) };
  };
  return {
    /** Undefined if it is not prepared. */
    words: (id: number): number | undefined => ready.get(id)?.words,
    /** Answers how many words it has. */
    prepare(id: number): number {
      const row = ready.has(id) ? null : source.get({ id });
      if (row !== null) ready.set(id, make(row));
      return ready.get(id)?.words ?? 0;
    },
    /** With the lock: whoever wrote since then may have changed it. */
    removeWords(id: number): void {
      const row = source.get({ id });
      const before = ready.get(id);
      ready.delete(id);
      if (row === null) return;
      for (const { entry } of readyAgain([row], before === undefined ? [] : [before], make))
        if (entry !== undefined) index.removeRow(entry);
    },
  };
}

/** How one record of each kind is deleted. */
function createDrops(
  db: Database,
  words: WordIndex,
  entries: ReturnType<typeof createReadyEntries>,
): Record<ForgetSelection, (id: number) => void> {
  const memoryIndex = createMemoryIndex(db, words);
  const statement = <Row = unknown>(text: string) => db.query<Row, { id: number }>(text);
  const ofEntry = ["texts", "calls"].map((table) => statement(`delete from ${table} where entry = $id`));
  const entry = statement("delete from entries where id = $id");
  const memory = statement<MemoryRow>("select * from memories where id = $id");
  const dropMemory = statement("delete from memories where id = $id");
  const solution = statement<SolutionRow>("select * from solutions where id = $id");
  const dropSolution = statement("delete from solutions where id = $id");
  const dropCounted = db.query<unknown, { subject: string }>("delete from counted where subject = $subject");
  const injection = statement("delete from injections where id = $id");
  const permission = statement("delete from permissions where id = $id");
  const session = statement("delete from sessions where seq = $id");
  const later = statement("select 1 from entries where session = $id limit 1");

  return {
    entry(id) {
      entries.removeWords(id);
      for (const part of ofEntry) part.run({ id });
      entry.run({ id });
    },
    memory(id) {
      const row = memory.get({ id });
      if (row !== null) memoryIndex.removeMemory(row);
      dropMemory.run({ id });
    },
    solution(id) {
      const row = solution.get({ id });
      if (row !== null) memoryIndex.removeSolution(row);
      dropSolution.run({ id });
      dropCounted.run({ subject: `solution-${id}` });
    },
    injection: (id) => void injection.run({ id }),
    permission: (id) => void permission.run({ id }),
    session(id) {
      // What came while its records were being deleted is a new beginning.
      if (later.get({ id }) === null) session.run({ id });
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
  // It may quote what was deleted; it is made anew from what is left.
  db.query<unknown, Named>("delete from session_digests where session = $session").run({ session });
}

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { prompt, seen } from "../../../test/contract/fixtures.ts";
import { openTempStore } from "../../../test/temp-store.ts";
import { mergeAll } from "../erase.ts";
import { wordIndexIn } from "../index/lazy-index.ts";
import { createWordIndex, SOURCE_ROWS, type SourceRow, toIndexed } from "../index/word-index.ts";
import { recordsIn } from "../records/queries.ts";
import { createForgetLists } from "./forget-selection.ts";
import { createForgetSteps } from "./forget-steps.ts";

async function openFilled(texts: readonly string[]) {
  const temp = await openTempStore();
  const { store } = temp;
  await recordsIn(store).record({
    session: seen("s", 1),
    prompts: texts.map((text, i) => prompt("s", i + 1, text)),
  });
  while ((await wordIndexIn(store).indexWords()) > 0);
  const open = () => {
    const db = new Database(store.location, { readwrite: true, strict: true });
    db.run("pragma busy_timeout = 0");
    return db;
  };
  const db = open();
  createForgetLists(db);
  db.run("create virtual table temp.words using fts5vocab (main, text_stems, row)");
  db.run("insert into forget_selection select 'entry', id from entries");
  return {
    db,
    other: open(),
    words: async () => {
      await mergeAll(db);
      return db
        .query<{ term: string }, []>("select term from temp.words")
        .all()
        .map(({ term }) => term);
    },
    async [Symbol.asyncDispose]() {
      await temp[Symbol.asyncDispose]();
    },
  };
}

test("a record that changes while the lock is waited for leaves the index with the words it has by then", async () => {
  await using opened = await openFilled(["the heron", "a crane"]);
  using db = opened.db;
  using other = opened.other;
  const source = other.query<SourceRow, []>(`${SOURCE_ROWS} order by e.id limit 1`);
  const steps = createForgetSteps(db);
  other.run("begin immediate");
  // Its records are ready, and it waits for the lock.
  const done = steps.deleteAll(() => undefined);
  const before = source.get();
  other.query("update texts set text = 'the stork' where entry = $id").run({ id: before?.id ?? 0 });
  const after = source.get();
  const entry = after === null ? undefined : toIndexed(after);
  if (entry === undefined) throw new Error("There is no record");
  createWordIndex(other).put(entry);
  other.run("commit");
  await done;
  expect(await opened.words()).toEqual([]);
  expect(db.query("select count(*) as n from entries").get()).toEqual({ n: 0 });
  db.run("insert into text_stems (text_stems) values ('integrity-check')");
});

test("a record that was deleted while the lock was waited for is left alone", async () => {
  await using opened = await openFilled(["the heron", "a crane"]);
  using db = opened.db;
  using other = opened.other;
  const steps = createForgetSteps(db);
  other.run("begin immediate");
  const done = steps.deleteAll(() => undefined);
  const row = other.query<SourceRow, []>(`${SOURCE_ROWS} order by e.id limit 1`).get();
  if (row === null) throw new Error("There is no record");
  const entry = toIndexed(row);
  if (entry !== undefined) createWordIndex(other).remove(entry.table, entry.rowid);
  for (const [table, id] of [
    ["texts", "entry"],
    ["entries", "id"],
  ])
    other.query(`delete from ${table} where ${id} = $id`).run({ id: row.id });
  other.run("commit");
  await done;
  expect(await opened.words()).toEqual([]);
  expect(db.query("select count(*) as n from forget_selection").get()).toEqual({ n: 0 });
  db.run("insert into text_stems (text_stems) values ('integrity-check')");
});

test("records are deleted in batches, all of them with their words", async () => {
  const many = Array.from({ length: 1_200 }, (_, i) => `word${i}`).join(" ");
  await using opened = await openFilled([
    many,
    ...Array.from({ length: 130 }, (_, i) => `few${i} ${i}`),
    many,
  ]);
  using db = opened.db;
  using _other = opened.other;
  const deleted: number[] = [];
  await createForgetSteps(db).deleteAll((records) => deleted.push(records));
  expect([deleted, await opened.words()]).toEqual([[50, 50, 32], []]);
});

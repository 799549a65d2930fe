import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { rowidsOf } from "./candidates.ts";

/** Common, rare, in stretches, in the title; and one that FTS5 reads otherwise once a text has it 64 times. */
function textOf(id: number): { title: string; body: string } {
  const words = ["common"];
  if (id % 97 === 0) words.push("rare");
  if (id > 500 && id < 900) words.push("stretch");
  if (id % 3 === 0) words.push("third");
  return { title: id % 11 === 0 ? "third" : "none", body: words.join(" ") };
}

const ROWS = 3_000;
const db = new Database(":memory:", { strict: true });
afterAll(() => db.close());
db.run("create table sessions (seq integer primary key, client text)");
db.run("insert into sessions values (0, 'one'), (1, 'other')");
db.run("create table entries (id integer primary key, session integer, at integer)");
db.run("create virtual table call_stems using fts5 (title, body, content = '')");
db.run("insert into call_stems (call_stems, rank) values ('secure-delete', 1)");
db.run("insert into call_stems (call_stems, rank) values ('pgsz', 64)");
db.transaction(() => {
  const add = db.query("insert into call_stems (rowid, title, body) values ($id, $title, $body)");
  const entry = db.query("insert into entries values ($id, $id % 2, $id * 10)");
  for (let id = 1; id <= ROWS; id++) {
    add.run({ id, ...textOf(id) });
    entry.run({ id });
  }
})();

const backwards = (match: string) =>
  db
    .query<{ id: number }, [string]>(
      "select rowid as id from call_stems where call_stems match ? order by rowid desc",
    )
    .all(match)
    .map(({ id }) => id);
const MATCHES = [
  "common",
  "rare",
  "stretch",
  "nowhere",
  "third AND stretch",
  "title : third",
  "rare OR stretch",
];
const FILTERS: readonly [Partial<Parameters<typeof rowidsOf>[1]>, (id: number) => boolean][] = [
  [{}, () => true],
  [{ from: 700 }, (id) => id >= 700],
  [{ since: 8_000 }, (id) => id * 10 >= 8_000],
  [{ client: "other" }, (id) => id % 2 === 1],
  [{ since: 8_000, client: "one", from: 100 }, (id) => id >= 800 && id % 2 === 0],
];

function areSame(): void {
  for (const match of MATCHES) {
    const all = backwards(match);
    for (const [more, isIn] of FILTERS) {
      for (const limit of [1, 10, 300]) {
        const filter = { table: "call_stems", scope: [], ...more } as const;
        expect(rowidsOf(db, filter, match, limit)).toEqual(all.filter(isIn).slice(0, limit));
      }
    }
  }
}

test("the newest rows of an expression are those that FTS5 finds backwards, with any filter", areSame);

test("the same after an entry was removed in its place", () => {
  const version = () =>
    db.query<{ v: number }, []>("select v from call_stems_config where k = 'version'").get()?.v;
  expect(version()).toBe(4);
  for (const id of [900, 1_500, ROWS]) {
    db.query(
      "insert into call_stems (call_stems, rowid, title, body) values ('delete', $id, $title, $body)",
    ).run({ id, ...textOf(id) });
  }
  expect(version()).toBe(5);
  expect(backwards("common")).toHaveLength(ROWS - 3);
  areSame();
});

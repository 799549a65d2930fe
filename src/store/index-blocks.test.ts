import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { createBlocks } from "./index-blocks.ts";

/** As the store makes it, with blocks so small that a few words fill one. */
function openIndex(): Database {
  const db = new Database(":memory:", { strict: true });
  db.run("create virtual table text_stems using fts5 (title, body, content = '')");
  for (const [name, value] of [
    ["secure-delete", 1],
    ["pgsz", 200],
    ["automerge", 0],
  ] as const)
    db.query("insert into text_stems (text_stems, rank) values ($name, $value)").run({ name, value });
  return db;
}

const separators = (db: Database) =>
  db
    .query<{ segid: number; term: Uint8Array; pgno: number }, []>(
      "select segid, term, pgno from text_stems_idx order by segid, term",
    )
    .all()
    .map((row) => ({ ...row, term: Buffer.from(row.term) }));

/** Some are longer than 127 bytes, whose length takes two, and every tenth is in so many records that it fills several blocks. */
const WORDS = Array.from(
  { length: 300 },
  (_, i) => `w${String(i).padStart(3, "0")}${"x".repeat(i % 7 === 0 ? 140 : 5)}`,
);
const RECORDS = WORDS.flatMap((word, i) => Array.from({ length: i % 10 === 0 ? 90 : 1 }, () => word));

test("a block's first word is the one that its separator begins", () => {
  using db = openIndex();
  db.transaction(() => {
    for (const [i, body] of RECORDS.entries())
      db.query("insert into text_stems (rowid, title, body) values ($id, '', $body)").run({
        id: i + 1,
        body,
      });
  })();
  const firstWord = createBlocks(db, "text_stems");
  const all = separators(db).filter(({ term }) => term.length > 0);
  expect(all.length).toBeGreaterThan(20);
  for (const { segid, term, pgno } of all) {
    const word = firstWord(segid, pgno)?.toString() ?? "";
    // In a block that only goes on with the records of a word, another one begins behind them.
    expect([word.slice(0, term.length), WORDS.includes(word.slice(1))]).toEqual([term.toString(), true]);
  }
});

test("a word that was removed is no longer the first one, and there is none if all are gone", () => {
  using db = openIndex();
  const add = db.query("insert into text_stems (rowid, title, body) values ($id, '', $body)");
  const remove = db.query(
    "insert into text_stems (text_stems, rowid, title, body) values ('delete', $id, '', $body)",
  );
  db.transaction(() => {
    for (const [i, body] of WORDS.entries()) add.run({ id: i + 1, body });
  })();
  const firstWord = createBlocks(db, "text_stems");
  const [one] = separators(db).filter(({ term }) => term.length > 2);
  if (one === undefined) throw new Error("There is no separator");
  const first = firstWord(one.segid, one.pgno)?.toString().slice(1) ?? "";
  remove.run({ id: WORDS.indexOf(first) + 1, body: first });
  expect(separators(db)).toContainEqual(one);
  const next = firstWord(one.segid, one.pgno)?.toString().slice(1) ?? "";
  expect(next).toBe(WORDS[WORDS.indexOf(first) + 1] ?? "");
  for (const [i, body] of WORDS.entries()) if (body !== first) remove.run({ id: i + 1, body });
  expect(firstWord(one.segid, one.pgno)).toBeUndefined();
  // No such block.
  expect(firstWord(one.segid + 1, one.pgno)).toBeUndefined();
});

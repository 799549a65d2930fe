import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { createTables } from "../schema.ts";
import { createWordIndex, sinceMatch } from "./word-index.ts";

const DAY_MS = 86_400_000;
const SIGN = "\ue000";
const any = (...words: string[]) => `(${words.map((word) => `"${SIGN}${word}"`).join(" OR ")})`;

test("a record is found by the word of its day and of its block of 32 days", () => {
  using db = new Database(":memory:", { strict: true });
  createTables(db);
  const document = { title: "", text: "heron" };
  const times = [0, DAY_MS - 1, DAY_MS, 32 * DAY_MS - 1, 32 * DAY_MS];
  for (const [i, at] of times.entries())
    createWordIndex(db).put({ table: "text_stems", rowid: i, kind: "prompt", project: "/p", at, document });
  const find = db.query<{ rowid: number }, [string]>(
    "select rowid from text_stems where text_stems match ? order by rowid",
  );
  const of = (word: string) => find.all(`"${SIGN}${word}"`).map(({ rowid }) => rowid);
  expect([of("d0"), of("d1"), of("d31"), of("d32")]).toEqual([[0, 1], [2], [3], [4]]);
  expect([of("b0"), of("b1")]).toEqual([[0, 1, 2, 3], [4]]);
});

test("since a time: the days to the end of its block, then whole blocks to the newest day", () => {
  expect(sinceMatch(29 * DAY_MS, 31 * DAY_MS)).toBe(any("d29", "d30", "d31"));
  expect(sinceMatch(30.5 * DAY_MS, 100 * DAY_MS)).toBe(any("d30", "d31", "b1", "b2", "b3"));
  expect(sinceMatch(31 * DAY_MS, 32 * DAY_MS)).toBe(any("d31", "b1"));
  expect(sinceMatch(64 * DAY_MS, 64 * DAY_MS)).toBe(any("d64"));
  // Nothing is that new: the first day all the same.
  expect(sinceMatch(64 * DAY_MS, 5 * DAY_MS)).toBe(any("d64"));
});

test("120 blocks are words, 121 are too many", () => {
  const first = 31 * DAY_MS;
  const blocks = Array.from({ length: 120 }, (_, i) => `b${i + 1}`);
  expect(sinceMatch(first, 120 * 32 * DAY_MS)).toBe(any("d31", ...blocks));
  expect(sinceMatch(first, 121 * 32 * DAY_MS)).toBeUndefined();
});

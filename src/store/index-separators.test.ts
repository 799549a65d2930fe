import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { prompt, seen } from "../../test/contract/fixtures.ts";
import { openTempStore } from "../../test/temp-store.ts";
import { createForgetLists, listForgetSelection } from "./forget/forget-selection.ts";
import { createForgetSteps } from "./forget/forget-steps.ts";
import { createGoneWords, hideSeparators } from "./index-separators.ts";

test("a beginning is known when a word that goes begins with it", () => {
  const gone = createGoneWords();
  expect(gone.anyBegins("")).toBeFalse();
  gone.add("heron crane");
  gone.add("stork");
  expect(gone.list()).toEqual(["heron", "crane", "stork"]);
  const begins = ["c", "crane", "cranes", "d", "h", "her", "hf", "stork", "storks", "a", "z", ""];
  expect(begins.filter((start) => gone.anyBegins(start))).toEqual(["c", "crane", "h", "her", "stork", ""]);
  // What comes later is known too.
  gone.add("albatross heron");
  expect([gone.anyBegins("a"), gone.list()]).toEqual([true, ["heron", "crane", "stork", "albatross"]]);
});

test("where some went before and nobody knows which, every beginning may be one of theirs", () => {
  const gone = createGoneWords(true);
  gone.add("heron");
  expect([gone.list(), gone.anyBegins("crane")]).toEqual([undefined, true]);
});

test("whoever goes on with an interrupted forget hides the separators of words that went before it", async () => {
  await using temp = await openTempStore();
  const { store } = temp;
  using db = new Database(store.location, { strict: true });
  db.query("insert into text_stems (text_stems, rank) values ('pgsz', $bytes)").run({ bytes: SMALL });
  db.run("insert into text_stems (text_stems, rank) values ('automerge', 0)");
  const record = (id: string, texts: readonly string[]) =>
    store.record({ session: seen(id, 1), prompts: texts.map((text, i) => prompt(id, i + 1, text)) });
  const words = Array.from({ length: 500 }, (_, i) => shortStart(i));
  const kept = words.filter((_, i) => i % 3 === 0);
  const gone = words.filter((_, i) => i % 3 !== 0);
  await record("kept", kept);
  await record("gone", gone);
  while ((await store.indexWords(1000)) > 0);
  db.run("insert into text_stems (text_stems) values ('optimize')");
  const isOf = (list: readonly string[], term: string) => list.some((word) => word.startsWith(term.slice(1)));
  const named = () => separatorsOf(db).filter(({ term }) => isOf(gone, term) && !isOf(kept, term)).length;
  // As a process leaves it that was killed: the note, and no record any more.
  const selector = { sessionId: "gone" };
  db.query("insert into forgetting (selector, at) values ($selector, 5)").run({
    selector: JSON.stringify(selector),
  });
  createForgetLists(db);
  await listForgetSelection(db, selector);
  await createForgetSteps(db, () => undefined).deleteAll();
  expect(named()).toBeGreaterThan(5);
  expect(await store.finishForgetting()).toBe(1);
  expect(named()).toBe(0);
  expect(await store.finishForgetting()).toBe(0);
  db.run("insert into text_stems (text_stems) values ('integrity-check')");
  expect((await store.search({ text: shortStart(42), limit: 1 })).map((hit) => hit.title)).toEqual([
    shortStart(42),
  ]);
});

test("10,000 words are gone through one by one, more are not; of more than 100,000 every beginning may be one", () => {
  const gone = createGoneWords();
  const add = (from: number, to: number) =>
    gone.add(Array.from({ length: to - from }, (_, i) => `w${from + i}`).join(" "));
  add(0, 10_000);
  expect(gone.list()).toHaveLength(10_000);
  add(10_000, 10_001);
  expect([gone.list(), gone.anyBegins("w10000"), gone.anyBegins("x")]).toEqual([undefined, true, false]);
  add(10_001, 100_000);
  expect([gone.list(), gone.anyBegins("x")]).toEqual([undefined, false]);
  add(100_000, 100_001);
  expect([gone.list(), gone.anyBegins("x")]).toEqual([undefined, true]);
  gone.add("after");
  expect([gone.list(), gone.anyBegins("x")]).toEqual([undefined, true]);
});

interface IdxRow {
  segid: number;
  term: string;
  pgno: number;
}

/** What separates the blocks of the index, as readable bytes. */
function separatorsOf(db: Database): IdxRow[] {
  return db
    .query<{ segid: number; term: Uint8Array; pgno: number }, []>(
      "select segid, term, pgno from text_stems_idx order by segid, term",
    )
    .all()
    .map((row) => ({ ...row, term: Buffer.from(row.term).toString("latin1") }));
}

/** A separator names a word as far as it differs from the one before it: three letters of it, or nearly all. */
const shortStart = (i: number) =>
  `qz${String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26))}${"x".repeat(40)}${i}`;
const longStart = (i: number) =>
  `qz${"x".repeat(58)}${String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26))}`;

/** Blocks of this many bytes: small ones are many, and their numbers take two bytes. */
const USUAL = 4050;
const SMALL = 200;

test.each([
  ["listed", shortStart, USUAL],
  ["too many to list", shortStart, USUAL],
  ["listed", shortStart, SMALL],
  ["listed", longStart, SMALL],
] as const)(
  "the separators of words that are gone become others of the same length that still separate (%s)",
  async (way, word, blockBytes) => {
    await using temp = await openTempStore();
    const { store } = temp;
    using db = new Database(store.location, { strict: true });
    db.query("insert into text_stems (text_stems, rank) values ('pgsz', $bytes)").run({ bytes: blockBytes });
    const words = Array.from({ length: 500 }, (_, i) => word(i));
    await store.record({
      session: seen("s", 1),
      prompts: words.map((text, i) => prompt("s", i + 1, text)),
    });
    while ((await store.indexWords(1000)) > 0);
    db.run("insert into text_stems (text_stems) values ('optimize')");
    const before = separatorsOf(db);
    const named = before.filter(({ term }) => term.startsWith("0qz"));
    expect(named.length).toBeGreaterThan(blockBytes === USUAL ? 5 : 70);
    if (word === longStart) expect(named.at(-1)?.term.length).toBeGreaterThan(60);
    // Every second separator's words go: as the index removes them, with the words they had.
    const doomed = named.filter((_, i) => i % 2 === 1).map(({ term }) => term.slice(1));
    const rows = db
      .query<{ id: number; text: string }, []>("select entry as id, text from texts order by entry")
      .all();
    const isDoomed = (text: string) => doomed.some((start) => text.startsWith(start));
    const { createWordIndex, toIndexed, SOURCE_ROWS } = await import("./index/word-index.ts");
    const gone = createGoneWords();
    const index = createWordIndex(db, (text) => gone.add(text));
    const source = db.query<Parameters<typeof toIndexed>[0], { id: number }>(
      `${SOURCE_ROWS} where e.id = $id`,
    );
    // In one go and without merging, so that the blocks stay as they are.
    db.run("insert into text_stems (text_stems, rank) values ('automerge', 0)");
    db.transaction(() => {
      for (const { id, text } of rows) {
        const row = isDoomed(text) ? source.get({ id }) : null;
        const entry = row === null ? undefined : toIndexed(row);
        if (entry !== undefined) index.remove(entry);
      }
    })();
    const left = separatorsOf(db).filter(({ term }) => term.startsWith("0qz"));
    expect(left.filter(({ term }) => doomed.includes(term.slice(1))).length).toBeGreaterThan(
      doomed.length / 2,
    );
    if (way !== "listed") gone.add(Array.from({ length: 10_001 }, (_, i) => `other${i}`).join(" "));
    expect(await hideSeparators(db, store.location, gone, 5000)).toBeTrue();
    using fresh = new Database(store.location, { strict: true });
    const after = separatorsOf(fresh);
    const live = rows
      .map(({ text }) => text)
      .filter((text) => !isDoomed(text))
      .sort();
    // Most of the long ones differ from the next word in their last letter alone, which stays.
    const hidden = after.filter(({ term }) => term.includes("\xff"));
    expect(hidden.length).toBeGreaterThan(word === longStart ? 2 : doomed.length / 2);
    for (const { term, segid, pgno } of left) {
      const text = term.slice(1);
      const now = after.find((one) => one.segid === segid && one.pgno === pgno)?.term ?? "";
      const next = live.find((one) => one >= text) ?? "";
      let same = 0;
      while (same < text.length && text[same] === next[same]) same++;
      const isAlive = same >= text.length - 1;
      const expected = isAlive ? term : `${term.slice(0, same + 2)}${"\xff".repeat(text.length - same - 1)}`;
      expect([now.length, now]).toEqual([term.length, isDoomed(text) ? expected : term]);
    }
    fresh.run("insert into text_stems (text_stems) values ('integrity-check')");
    expect(fresh.query("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    for (const text of live.filter((_, i) => i % 50 === 0))
      expect((await store.search({ text, limit: 3 })).map((hit) => hit.title)).toEqual([text]);
    // Nothing is left to hide.
    expect(await hideSeparators(fresh, store.location, gone, 5000)).toBeTrue();
    expect(separatorsOf(fresh)).toEqual(after);
  },
);

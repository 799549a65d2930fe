import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked, observation, prompt, seen } from "../../../test/contract/fixtures.ts";
import { FINDS } from "../../../test/contract/search-contract.ts";
import { createLazyIndex, wordIndexIn } from "../../store/index/lazy-index.ts";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { forgettingIn } from "../../team/sql/forget.ts";
import { searchIn } from "./index.ts";

let dir: string;
let store: Store;
const path = () => join(dir, "pawl.db");

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-unindexed-"));
  // As the daemon opens it: a search indexes nothing.
  store = await openStore({ database: path(), isWarm: true });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const titles = async (text: string, more: object = {}) =>
  (await searchIn(store).search({ text, limit: 20, ...more })).map((hit) => hit.title);
const indexAll = async () => {
  while ((await wordIndexIn(store).indexWords()) > 0);
};

describe("records that are not indexed yet", () => {
  test.each(FINDS)("%p is found by its words, and by no others", async (text, finds, misses) => {
    await recordsIn(store).record(asked("s1", 1, text));
    await recordsIn(store).record(asked("s2", 2, "something else entirely"));
    expect(await wordIndexIn(store).unindexed()).toBe(2);
    for (const query of finds)
      expect({ query, found: await titles(query) }).toEqual({ query, found: [text] });
    for (const query of misses) expect({ query, found: await titles(query) }).toEqual({ query, found: [] });
    expect(await wordIndexIn(store).unindexed()).toBe(2);
  });

  test("they are found beside indexed ones, each once", async () => {
    await recordsIn(store).record(asked("s1", 1, "quokka, long ago"));
    await indexAll();
    await recordsIn(store).record(asked("s2", 2, "quokka, just now"));
    expect((await titles("quokka")).sort()).toEqual(["quokka, just now", "quokka, long ago"]);
    await indexAll();
    expect((await titles("quokka")).sort()).toEqual(["quokka, just now", "quokka, long ago"]);
    expect(await wordIndexIn(store).unindexed()).toBe(0);
  });

  test("project, type, time and left-out sessions apply to them", async () => {
    await recordsIn(store).record(asked("s1", 1000, "quokka here"));
    await recordsIn(store).record({
      session: { ...seen("s2", 2000), project: "/elsewhere" },
      prompts: [prompt("s2", 2000, "quokka there")],
    });
    expect(await titles("quokka", { project: "/elsewhere" })).toEqual(["quokka there"]);
    expect(await titles("quokka", { since: 1500 })).toEqual(["quokka there"]);
    expect(await titles("quokka", { except: ["s2"] })).toEqual(["quokka here"]);
    expect(await titles("quokka", { type: "observation" })).toEqual([]);
  });
});

describe("indexing", () => {
  test("a record that is forgotten while its words are made leaves none", async () => {
    await recordsIn(store).record(asked("s1", 1, "quokka secret"));
    await recordsIn(store).record(asked("s2", 2, "something else"));
    const db = new Database(path(), { strict: true });
    const transaction = db.transaction.bind(db);
    let forgetting: Promise<unknown> | undefined;
    db.transaction = ((work: never) => {
      const real = transaction(work);
      const immediate = (...args: never[]) => {
        // Between the reading of the records and the transaction that writes their words.
        forgetting ??= forgettingIn(store).forget({ sessionId: "s1" }, 10);
        return real.immediate(...args);
      };
      return Object.assign(immediate, { immediate });
    }) as typeof db.transaction;
    createLazyIndex(db).catchUp(60_000);
    await forgetting;
    const words = (word: string) =>
      db.query("select rowid from text_stems where text_stems match $word").all({ word });
    expect(words("quokka")).toEqual([]);
    expect(words("something")).toHaveLength(1);
    db.close();
  });

  test("parts are merged in steps of their own, and no word is lost", async () => {
    for (let round = 0; round < 40; round++) {
      const observations = Array.from({ length: 16 }, (_, i) =>
        observation("s1", round * 16 + i, { response: `word${round} number${round * 16 + i}` }),
      );
      await recordsIn(store).record({ session: seen("s1", 1), observations });
    }
    await indexAll();
    const db = new Database(path());
    const parts = (table: string) =>
      db.query<{ n: number }, []>(`select count(distinct segid) as n from ${table}_idx`).get()?.n ?? 0;
    expect(parts("call_stems")).toBeLessThan(20);
    db.run("insert into call_stems (call_stems) values ('integrity-check')");
    db.close();
    for (const round of [0, 17, 39]) expect(await titles(`number${round * 16}`)).toHaveLength(1);
  });

  test("a large backlog piles up no parts: they are merged between new records", async () => {
    const observations = Array.from({ length: 130 * 16 }, (_, i) =>
      observation("s1", i, { response: `word${i}` }),
    );
    await recordsIn(store).record({ session: seen("s1", 1), observations });
    const db = new Database(path());
    const parts = db.query<{ n: number }, []>("select count(distinct segid) as n from call_stems_idx");
    let most = 0;
    while ((await wordIndexIn(store).unindexed()) > 0) {
      await wordIndexIn(store).indexWords();
      most = Math.max(most, parts.get()?.n ?? 0);
    }
    db.close();
    expect(most).toBeGreaterThan(16);
    expect(most).toBeLessThan(100);
  });
});

/** What is found first: the constants of `find` and `candidates` decide it, and are held here. */

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked, prompt, response, seen } from "../../test/contract/fixtures.ts";
import { draft } from "../../test/contract/memory-contract.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { type CandidateWord, findCandidates, keepInScope } from "../search/sql/candidates.ts";
import { searchIn } from "../search/sql/index.ts";
import { wordIndexIn } from "./index/lazy-index.ts";
import { openStore } from "./open.ts";
import { recordsIn } from "./records/queries.ts";
import type { Store } from "./store.ts";

let dir: string;
let path: string;
let store: Store;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-ranking-"));
  path = join(dir, "pawl.db");
  store = await openStore({ database: path });
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const titles = async (text: string, more: object = {}) =>
  (await searchIn(store).search({ text, limit: 5, ...more })).map((hit) => hit.title);

/** One session with many prompts. */
async function ask(texts: readonly string[], session = "many", project = "/projects/one"): Promise<void> {
  await recordsIn(store).record({
    session: seen(session, 1, { project, cwd: project }),
    prompts: texts.map((text, i) => prompt(session, i + 1, text)),
  });
  // A search indexes new records for a limited time only: not all of them on a busy machine.
  await indexAll();
}

async function indexAll(): Promise<void> {
  while ((await wordIndexIn(store).indexWords()) > 0);
}

/** The index as a reader of its own sees it, all words in. */
async function indexed(): Promise<Database> {
  await indexAll();
  return new Database(path, { readonly: true });
}

test("a record with a word of the query comes before one with a word that is only like one of it", async () => {
  await recordsIn(store).record(asked("s1", 1, "zebra"));
  await recordsIn(store).record(asked("s2", 2, "migration"));
  await recordsIn(store).record(asked("s3", 3, "something else"));
  expect(await titles("zebra migratoin")).toEqual(["zebra", "migration"]);
});

test("of a very common word, the old record with the word in its title is found before newer ones that mention it", async () => {
  await ask(["heron first", ...Array.from({ length: 350 }, (_, i) => `note ${i}\nabout a heron`)]);
  const [first] = await titles("heron");
  expect(first).toBe("heron first");
});

test("what has less than half of the weight that enough others have is not looked at closely", async () => {
  await ask(["alpha one", "alpha two", "alpha three", "beta four"]);
  const db = await indexed();
  const words: CandidateWord[] = [
    { match: '"alpha"', weight: 4, sure: true },
    { match: '"beta"', weight: 1, sure: true },
  ];
  const filter = { table: "text_stems", scope: [], except: new Set<number>() } as const;
  const found = (limit: number) => findCandidates(db, words, filter, { limit, most: 12 });
  expect(found(2)).toHaveLength(3);
  // Where not enough others are there, the weak one may be shown.
  expect(found(3)).toHaveLength(4);
  expect(found(9).map((candidate) => candidate.words)).toEqual([[0], [0], [0], [1]]);
  db.close();
});

test("candidates are the heaviest first, of equals the newest, as many as may be looked at", async () => {
  await ask(["alpha", "beta", "alpha beta", "alpha"]);
  const db = await indexed();
  const words: CandidateWord[] = [
    { match: '"alpha"', weight: 1, sure: true },
    { match: '"beta"', weight: 1.5, sure: false },
  ];
  const [one, two, three, four] = db
    .query<{ id: number }, []>("select rowid as id from text_stems order by rowid")
    .all()
    .map(({ id }) => id);
  const find = (most: number) =>
    findCandidates(db, words, { table: "text_stems", scope: [] }, { limit: most, most });
  expect(find(9)).toEqual([
    { rowid: three ?? 0, words: [0] },
    { rowid: two ?? 0, words: [] },
    { rowid: four ?? 0, words: [0] },
    { rowid: one ?? 0, words: [0] },
  ]);
  expect(find(2).map(({ rowid }) => rowid)).toEqual([three ?? 0, two ?? 0]);
  db.close();
});

test("every record of a project is known to be of it, and none of another's, however many there are", async () => {
  const projects = ["/projects/one", "/projects/two", "/projects/three"];
  for (let i = 0; i < 60; i++)
    await recordsIn(store).record(asked(`s${i}`, i, `heron ${i}`, { project: projects[i % 3] ?? "" }));
  const db = await indexed();
  const ids = db
    .query<{ id: number }, []>("select rowid as id from text_stems order by rowid")
    .all()
    .map(({ id }) => id);
  for (const [n, project] of projects.entries()) {
    const kept = keepInScope(db, "text_stems", [...ids, (ids.at(-1) ?? 0) + 1], { project });
    expect([...kept]).toEqual(ids.filter((_, i) => i % 3 === n));
  }
  db.close();
});

test("a search in a project finds all of its records among many of others, also those that came later", async () => {
  for (let i = 0; i < 40; i++)
    await recordsIn(store).record(
      asked(`s${i}`, i, `heron ${i}`, { project: i % 2 === 0 ? "/even" : "/odd" }),
    );
  const found = async () =>
    (await searchIn(store).search({ text: "heron", project: "/odd", limit: 50 })).length;
  expect(await found()).toBe(20);
  for (let i = 40; i < 50; i++)
    await recordsIn(store).record(
      asked(`s${i}`, i, `heron ${i}`, { project: i % 2 === 0 ? "/even" : "/odd" }),
    );
  expect(await found()).toBe(25);
});

test("a record with both words comes before newer ones with one of them, and a rare word counts for more", async () => {
  await ask(["cedar heron", "heron one", "heron two", "heron three", "cedar", "other", "another"]);
  expect((await titles("cedar heron")).slice(0, 2)).toEqual(["cedar heron", "cedar"]);
});

/** More than are read of one word. */
const many = (word: string) => Array.from({ length: 320 }, (_, i) => `${word} ${i}`);

test("in a project, the old record with both common words comes first", async () => {
  await ask(["gannet puffin", ...many("gannet"), ...many("puffin")]);
  expect((await titles("gannet puffin", { project: "/projects/one" }))[0]).toBe("gannet puffin");
});

test("the same where hundreds of another project's records have both words", async () => {
  await ask(["gannet puffin", ...many("gannet"), ...many("puffin")]);
  await ask([...many("gannet puffin"), ...many("puffin gannet")], "others", "/projects/two");
  expect((await titles("gannet puffin", { project: "/projects/one" }))[0]).toBe("gannet puffin");
});

test("of many records with the two rarest words, one with the third comes first in a project", async () => {
  const both = Array.from({ length: 60 }, (_, i) => `gannet puffin ${i}`);
  await ask(["walrus gannet puffin", ...both, ...many("walrus"), ...many("walrus too")]);
  expect((await titles("gannet puffin walrus", { project: "/projects/one" }))[0]).toBe(
    "walrus gannet puffin",
  );
});

test("memories since a time are found by when they were changed last, not by when they came", async () => {
  const save = (name: string, at: number) =>
    memoriesIn(store).saveMemory(draft(`project://${name}`, { content: `heron ${name}`, at }));
  await save("first", 1_000);
  await save("second", 2_000);
  await memoriesIn(store).saveMemory(
    draft("project://first", { content: "heron first, changed", at: 5_000 }),
  );
  await save("third", 3_000);
  const since = async (at: number) => (await titles("heron", { type: "memory", since: at })).sort();
  expect(await since(2_500)).toHaveLength(2);
  expect((await since(4_000))[0]).toContain("first");
  expect(await since(5_001)).toEqual([]);
});

test.each([3, 30])(
  "of %d records with a rare word, one that also has a very common one comes first",
  async (rare) => {
    const dodos = Array.from({ length: rare }, (_, i) => `dodo ${i}`);
    await ask(["dodo gannet walrus", "dodo gannet", ...dodos, ...many("gannet"), ...many("walrus")]);
    await ask(["dodo gannet walrus elsewhere"], "others", "/projects/two");
    const inProject = { project: "/projects/one" };
    for (const more of [{}, { ...inProject }, { since: 0 }, { type: "prompt" }] as const) {
      const found = (await titles("dodo gannet walrus", more)).filter(
        (title) => !title.includes("elsewhere"),
      );
      expect({ more, found: found.slice(0, 2) }).toEqual({
        more,
        found: ["dodo gannet walrus", "dodo gannet"],
      });
    }
  },
);

test("where no record of the wanted kind has the rarest word, those with the other one are found", async () => {
  await ask([...many("gannet puffin"), ...many("gannet")]);
  await recordsIn(store).record({
    session: seen("many", 1, { project: "/projects/one", cwd: "/projects/one" }),
    responses: [response("many", 900, "a gannet answer")],
  });
  await indexAll();
  expect(await titles("gannet puffin", { type: "response" })).toEqual(["a gannet answer"]);
});

test("a memory of the project, or of all, with both words comes before one with a word of them", async () => {
  const save = (name: string, content: string, project: string) =>
    memoriesIn(store).saveMemory(
      draft(`${project === "" ? "user" : "project"}://${name}`, { content, project }),
    );
  await save("one", "the heron", "/projects/one");
  await save("both", "the heron and the cedar", "/projects/one");
  await save("others", "the heron and the cedar", "/projects/two");
  await save("everywhere", "heron, cedar", "");
  const found = await searchIn(store).search({
    text: "heron cedar",
    type: "memory",
    project: "/projects/one",
    limit: 5,
  });
  expect(found.map(({ uri }) => uri?.replace(/^.*\//, ""))).toEqual(["both", "everywhere", "one"]);
});

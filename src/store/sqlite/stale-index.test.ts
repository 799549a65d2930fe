/** A database of the time before stems is indexed again in small steps, and can be searched all the while. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toPlainWords } from "../../memory/text/index-text.ts";
import type { Store } from "../store.ts";
import { openSqliteStore } from "./open.ts";

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-stale-"));
  path = join(dir, "pawl.db");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const BEFORE_STEMS = 7;
const PROMPTS = 12;
const promptText = (i: number) => `prompt ${i} about the queries`;

/** Takes the newest schema back to the one before stems, with words in the index as they were then. */
async function makeOldDatabase(): Promise<void> {
  const store = await openSqliteStore(path);
  for (let i = 1; i <= PROMPTS; i++) {
    await store.record({
      session: { id: "s", project: "/p", cwd: "/p", at: i },
      prompts: [{ key: `s:${i}`, sessionId: "s", at: i, redaction: 1, text: promptText(i) }],
    });
  }
  const common = { project: "/p", redaction: 1, at: 1 } as const;
  await store.saveMemory({
    ...common,
    uri: "project://m",
    content: "proxies everywhere",
    origin: "user",
    author: "u",
  });
  await store.search({ text: "queries", limit: 1 });
  await store.close();
  const db = new Database(path, { strict: true });
  const words = db.query("insert or replace into text_words (rowid, title, body) values (?, ?, ?)");
  for (const { id } of db.query<{ id: number }, []>("select id from text_words_docsize").all()) {
    words.run(id, "", toPlainWords(promptText(id)));
  }
  db.query(
    "insert or replace into memory_words (rowid, title, body) values (2, '', 'proxies everywhere')",
  ).run();
  for (const { name } of db
    .query<{ name: string }, []>(
      "select name from sqlite_master where type = 'trigger' and name like '%team%'",
    )
    .all()) {
    db.run(`drop trigger ${name}`);
  }
  for (const { name } of db
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table' and name like 'team%'")
    .all()) {
    db.run(`drop table ${name}`);
  }
  db.run("alter table word_state drop column stale_to");
  db.run("alter table word_state drop column stale_memories_to");
  db.run("drop index sessions_by_client");
  db.run("alter table sessions drop column client");
  db.run("drop table session_digests");
  db.run("alter table sessions drop column branch");
  db.run(`pragma user_version = ${BEFORE_STEMS}`);
  db.close();
}

const found = async (store: Store, text: string) =>
  (await store.search({ text, limit: 50 })).map((hit) => hit.title);

test("old records are found as they are written at once, and in every form when the steps are done", async () => {
  await makeOldDatabase();
  const store = await openSqliteStore(path);
  expect(await found(store, "queries")).toHaveLength(PROMPTS);
  expect(await found(store, "querying")).toEqual([]);
  await store.record({
    session: { id: "s", project: "/p", cwd: "/p", at: 100 },
    prompts: [{ key: "s:100", sessionId: "s", at: 100, redaction: 1, text: "a newer query" }],
  });
  expect(await found(store, "querying")).toEqual(["a newer query"]);
  // The memories come first, then the newest records.
  expect(await store.indexWords(5)).toBe(1);
  expect(await found(store, "proxy")).toHaveLength(1);
  expect(await store.indexWords(5)).toBe(5);
  expect((await found(store, "querying")).toSorted()).toEqual(
    ["a newer query", ...[8, 9, 10, 11, 12].map(promptText)].toSorted(),
  );
  await store.close();
  // Stopped in the middle, it goes on where it was.
  const again = await openSqliteStore(path);
  let steps = 0;
  while ((await again.indexWords(5)) > 0) steps++;
  expect(steps).toBe(2);
  expect(await found(again, "querying")).toHaveLength(PROMPTS + 1);
  expect(await found(again, "queries")).toHaveLength(PROMPTS + 1);
  expect(await again.indexWords(5)).toBe(0);
  await again.close();
});

test("a new database has nothing to do again", async () => {
  const store = await openSqliteStore(path);
  await store.record({
    session: { id: "s", project: "/p", cwd: "/p", at: 1 },
    prompts: [{ key: "s:1", sessionId: "s", at: 1, redaction: 1, text: "queries" }],
  });
  expect(await store.indexWords(5)).toBe(1);
  expect(await store.indexWords(5)).toBe(0);
  await store.close();
});

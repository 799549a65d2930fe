/** A database of an earlier version is indexed and packed again in small steps, and can be searched all the while. */
import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toIndexText, toPlainWords } from "../../text/index-text.ts";
import { migrations } from "../migrations/index.ts";
import { openSqliteStore } from "../open-sqlite.ts";
import type { Store } from "../store.ts";
import { projectWord } from "./word-index.ts";

let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-stale-"));
  path = join(dir, "pawl.db");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const BEFORE_STEMS = 7;
const BEFORE_IN_PLACE = 11;
const PROMPTS = 12;
const OUTPUT = "a long output of the tool, line by line\n".repeat(40);
const promptText = (i: number) => `prompt ${i} about the queries`;

/** As that version wrote it: prompts, a call and a memory, all of them indexed. */
function makeOldDatabase(version: number): void {
  const db = new Database(path, { strict: true });
  for (const sql of migrations.slice(0, version)) db.run(sql);
  const toWords = version <= BEFORE_STEMS ? toPlainWords : toIndexText;
  const scope = projectWord("/p");
  db.run(`insert into sessions (seq, id, project, cwd, started_at, last_event_at, prompts, observations)
    values (1, 's', '/p', '/p', 1, 1, ${PROMPTS}, 1)`);
  const entry = db.query("insert into entries (kind, key, session, at, redaction) values (?, ?, 1, ?, 1)");
  const words = (table: string) =>
    db.query(`insert into ${table} (rowid, title, body) values (?, '${scope}', ?)`);
  for (let i = 1; i <= PROMPTS; i++) {
    entry.run("prompt", `s:${i}`, i);
    db.query("insert into texts (entry, text) values (?, ?)").run(i, promptText(i));
    words("text_words").run(i, toWords(promptText(i)));
  }
  entry.run("observation", "s:call", PROMPTS + 1);
  db.query(`insert into calls (entry, tool_name, ok, input, response, files)
    values (?, 'Bash', 1, '{"command":"list"}', ?, '[]')`).run(PROMPTS + 1, OUTPUT);
  words("call_words").run(PROMPTS + 1, toWords(OUTPUT));
  db.run(`insert into memories (uri, project, content, priority, status, origin, redaction, created_at, updated_at, version)
    values ('project://m', '/p', 'proxies everywhere', 5, 'active', 'user', 1, 1, 1, 1)`);
  words("memory_words").run(2, toWords("proxies everywhere"));
  db.run(`update word_state set indexed_to = ${PROMPTS + 1}`);
  db.run(`pragma user_version = ${version}`);
  db.close();
}

const found = async (store: Store, text: string) =>
  (await store.search({ text, limit: 50 })).map((hit) => hit.title);

test("old records are found as they are written at once, and in every form when the steps are done", async () => {
  makeOldDatabase(BEFORE_STEMS);
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
    ["a newer query", ...[9, 10, 11, 12].map(promptText)].toSorted(),
  );
  expect(await found(store, "queries")).toHaveLength(PROMPTS + 1);
  await store.close();
  // Stopped in the middle, it goes on where it was.
  const again = await openSqliteStore(path);
  while ((await again.indexWords(5)) > 0);
  expect(await found(again, "querying")).toHaveLength(PROMPTS + 1);
  expect(await found(again, "queries")).toHaveLength(PROMPTS + 1);
  await again.close();
});

test("a project's old records are found in it before and after, and what is changed meanwhile is found once", async () => {
  makeOldDatabase(BEFORE_IN_PLACE);
  const store = await openSqliteStore(path);
  const here = async () => (await store.search({ text: "query", project: "/p", since: 1, limit: 50 })).length;
  expect(await here()).toBe(PROMPTS);
  await store.changeMemory(
    { uri: "project://m", project: "/p" },
    { content: "proxies nowhere" },
    { author: "u", at: 5 },
  );
  expect(await found(store, "proxies")).toEqual(["proxies nowhere"]);
  while ((await store.indexWords(5)) > 0);
  expect(await here()).toBe(PROMPTS);
  expect(await found(store, "proxies")).toEqual(["proxies nowhere"]);
  await store.close();
});

test("afterwards the old index is gone, calls are packed, and every record reads as before", async () => {
  makeOldDatabase(BEFORE_IN_PLACE);
  const store = await openSqliteStore(path);
  const before = await store.session("s");
  expect(before?.observations[0]?.response).toBe(OUTPUT);
  while ((await store.indexWords(5)) > 0);
  expect(await store.session("s")).toEqual(before);
  await store.close();
  const db = new Database(path, { readonly: true });
  expect(db.query("select name from sqlite_schema where name like '%\\_words%' escape '\\'").all()).toEqual(
    [],
  );
  expect(db.query("select response, packed is null as isPlain from calls").get()).toEqual({
    response: "",
    isPlain: 0,
  });
  db.close();
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

test("records that are indexed again pile up no parts: they are merged in between", async () => {
  const store = await openSqliteStore(path);
  const prompts = Array.from({ length: 150 }, (_, i) => ({
    ...{ key: `s:${i}`, sessionId: "s", at: i, redaction: 1, text: `word${i}` },
  }));
  await store.record({ session: { id: "s", project: "/p", cwd: "/p", at: 1 }, prompts });
  while ((await store.indexWords()) > 0);
  const db = new Database(path);
  db.run("insert into text_stems (text_stems) values ('delete-all')");
  db.run("update word_state set stale_to = indexed_to");
  const parts = db.query<{ n: number }, []>("select count(distinct segid) as n from text_stems_idx");
  let most = 0;
  while ((await store.indexWords(1)) > 0) most = Math.max(most, parts.get()?.n ?? 0);
  db.close();
  expect(await found(store, "word7")).toContain("word7");
  expect(most).toBeGreaterThan(8);
  expect(most).toBeLessThan(40);
  await store.close();
});

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked } from "../../test/contract/fixtures.ts";
import { createOldDatabase, OLD_SESSION } from "../../test/old-database.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { searchIn } from "../search/sql/index.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { teamIn } from "../team/sql/index.ts";
import { oldDatabase, upgradeMark } from "./old-database.ts";
import { openStore } from "./open.ts";
import { recordsIn } from "./records/queries.ts";
import { SCHEMA_VERSION } from "./schema.ts";

const PROJECT = "/p";
let dir: string;
let path: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-old-"));
  path = join(dir, "pawl.db");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

interface AuthorRow {
  author: string;
  author_name: string | null;
  place: string | null;
}

test("what people wrote in an earlier version is in the new database, and the old file is kept beside it", async () => {
  createOldDatabase(path);
  const store = await openStore({ database: path });
  const memories = await memoriesIn(store).memories({
    project: PROJECT,
    status: ["active", "proposed"],
    limit: 9,
  });
  expect(memories.map(({ uri, status, version }) => [uri, status, version]).sort()).toEqual([
    ["project://by-hand", "active", 2],
    ["project://from-anna", "active", 1],
    ["project://learned", "proposed", 1],
  ]);
  const versions = await memoriesIn(store).memoryVersions({ uri: "project://by-hand", project: PROJECT });
  expect(versions.map(({ content, author }) => [content, author])).toEqual([
    ["The heron is blue", "page"],
    ["The heron is grey", "terminal"],
  ]);
  expect(await memoriesIn(store).relations({ uri: "project://by-hand", project: PROJECT })).toHaveLength(1);
  expect((await searchIn(store).search({ text: "heron", limit: 9 })).map((hit) => hit.id).sort()).toEqual([
    "memory-1",
    "solution-1",
  ]);
  expect(await knowledgeIn(store).permissions({ project: PROJECT, limit: 9 })).toMatchObject([
    { subject: "git push" },
  ]);
  expect(await teamIn(store).teamFolders()).toMatchObject([{ folder: PROJECT }]);
  // Its sessions come from the transcripts, and what was forgotten stays so.
  expect(await recordsIn(store).sessions({ limit: 9 })).toEqual([]);
  expect((await recordsIn(store).record(asked(OLD_SESSION, 5, "the secret heron"))).prompts).toBe(0);
  await store.close();

  using db = new Database(path, { readonly: true });
  const authors = db
    .query<AuthorRow, []>("select author, author_name, place from memories order by uri")
    .all();
  expect(authors).toEqual([
    { author: "user", author_name: null, place: "page" },
    { author: "team", author_name: "Anna", place: "pull" },
    { author: "user", author_name: null, place: "prompt" },
  ]);
  expect(db.query("pragma user_version").get()).toEqual({ user_version: SCHEMA_VERSION });
  expect(existsSync(upgradeMark(path))).toBe(true);
  using old = new Database(oldDatabase(path), { readonly: true });
  expect(old.query("select count(*) as n from sessions").get()).toEqual({ n: 1 });
  expect(statSync(oldDatabase(path)).mode & 0o777).toBe(0o600);
});

test("the writes that only the log held are in both files", async () => {
  const open = createOldDatabase(path, { keepOpen: true });
  // As a killed process leaves it: the log is there, and no connection.
  const killed = mkdtempSync(join(tmpdir(), "pawl-old-"));
  try {
    for (const end of ["", "-wal"])
      writeFileSync(join(killed, `pawl.db${end}`), await Bun.file(path + end).bytes());
    const store = await openStore({ database: join(killed, "pawl.db") });
    expect(await memoriesIn(store).memories({ project: PROJECT, limit: 9 })).toHaveLength(2);
    await store.close();
    using old = new Database(oldDatabase(join(killed, "pawl.db")), { readonly: true });
    expect(old.query("select count(*) as n from memories").get()).toEqual({ n: 3 });
  } finally {
    open?.close();
    rmSync(killed, { recursive: true });
  }
});

test("an old database that another process has open is left as it is", async () => {
  const other = createOldDatabase(path, { keepOpen: true });
  await expect(openStore({ database: path })).rejects.toMatchObject({ code: "store_locked" });
  expect(existsSync(oldDatabase(path))).toBe(false);
  other?.close();
  await (await openStore({ database: path })).close();
  expect(existsSync(oldDatabase(path))).toBe(true);
});

test("if several processes open an old database at once, one replaces it", async () => {
  createOldDatabase(path);
  const script = `
    const { openStore } = await import(${JSON.stringify(join(import.meta.dir, "open.ts"))});
    const store = await openStore({ database: process.argv[1] });
    await store.close();
  `;
  const children = Array.from({ length: 4 }, () =>
    Bun.spawn([process.execPath, "-e", script, path], { stderr: "pipe" }),
  );
  const errors = await Promise.all(children.map((child) => new Response(child.stderr).text()));
  expect(errors).toEqual(["", "", "", ""]);
  using old = new Database(oldDatabase(path), { readonly: true });
  expect(old.query("select count(*) as n from sessions").get()).toEqual({ n: 1 });
  expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("forgetting deletes the old database first", async () => {
  createOldDatabase(path);
  const store = await openStore({ database: path });
  expect(existsSync(oldDatabase(path))).toBe(true);
  await forgettingIn(store).forget({ uri: "project://from-anna", project: PROJECT }, 9);
  expect(existsSync(oldDatabase(path))).toBe(false);
  await store.close();
});

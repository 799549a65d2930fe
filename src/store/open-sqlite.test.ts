import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "./migrations/index.ts";
import { openSqliteStore } from "./open-sqlite.ts";

let dir: string;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-sqlite-"));
  path = join(dir, "pawl.db");
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const batch = (id: string) => ({
  session: { id, project: "/p", cwd: "/p", at: 1 },
  prompts: [{ key: `${id}:1`, sessionId: id, at: 1, redaction: 1, text: "remember the heron" }],
});
const modeOf = (file: string) => statSync(file).mode & 0o777;
const backups = (folder = dir) => readdirSync(folder).filter((file) => file.endsWith(".bak"));
const withOneMore = [...migrations, "alter table sessions add column colour text"];

test("a new database is in WAL mode, has the newest version, and is private", async () => {
  const store = await openSqliteStore(join(dir, "new", "pawl.db"));
  await store.record(batch("s1"));
  const file = join(dir, "new", "pawl.db");
  for (const each of [file, `${file}-wal`, `${file}-shm`]) expect(modeOf(each)).toBe(0o600);
  const db = new Database(file, { readonly: true });
  expect(db.query("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(db.query("pragma user_version").get()).toEqual({ user_version: migrations.length });
  db.close();
  await store.close();
  expect(readdirSync(join(dir, "new"))).toEqual(["pawl.db"]);
});

test("a database that others could read is made private", async () => {
  await (await openSqliteStore(path)).close();
  chmodSync(path, 0o644);
  await (await openSqliteStore(path)).close();
  expect(modeOf(path)).toBe(0o600);
});

test("a newer database is refused with both versions and not changed", async () => {
  await (await openSqliteStore(path, { migrations: withOneMore })).close();
  const before = readFileSync(path);
  const opening = openSqliteStore(path);
  await expect(opening).rejects.toMatchObject({ name: "PawlError", code: "store_too_new" });
  const error: unknown = await opening.catch((e: unknown) => e);
  expect(String(error)).toContain(`version ${withOneMore.length}`);
  expect(String(error)).toContain(`up to ${migrations.length}`);
  expect(error).toHaveProperty("hint", expect.stringContaining("Update Pawl"));
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(backups()).toEqual([]);
});

test("an older database is migrated in place: nothing is copied", async () => {
  const old = await openSqliteStore(path);
  await old.record(batch("s1"));
  await old.close();
  const store = await openSqliteStore(path, { migrations: withOneMore });
  expect(await store.search({ text: "heron", limit: 1 })).toHaveLength(1);
  await store.close();
  expect(backups()).toEqual([]);
});

test("a failed migration changes nothing", async () => {
  await (await openSqliteStore(path)).close();
  const broken = [...withOneMore, "create table half (a integer) strict; insert into nowhere values (1)"];
  await expect(openSqliteStore(path, { migrations: broken })).rejects.toMatchObject({ code: "store_failed" });
  const db = new Database(path, { readonly: true });
  expect(db.query("pragma user_version").get()).toEqual({ user_version: migrations.length });
  expect(db.query("select count(*) as n from sqlite_schema where name = 'half'").get()).toEqual({ n: 0 });
  db.close();
  await (await openSqliteStore(path)).close();
});

test("without room for the steps that follow, nothing is migrated, and how much is needed is said", async () => {
  await (await openSqliteStore(path)).close();
  const opening = openSqliteStore(path, { migrations: withOneMore, freeBytes: () => 1000 });
  await expect(opening).rejects.toMatchObject({
    code: "store_no_space",
    params: { needed: expect.any(Number), free: 1 },
  });
  await (await openSqliteStore(path)).close();
});

test("if several processes open an old database at once, one migrates it", async () => {
  await (await openSqliteStore(path)).close();
  const script = `
    const { openSqliteStore } = await import(${JSON.stringify(join(import.meta.dir, "open-sqlite.ts"))});
    const store = await openSqliteStore(process.argv[1], { migrations: JSON.parse(process.argv[2]) });
    await store.close();
  `;
  const children = Array.from({ length: 4 }, () =>
    Bun.spawn([process.execPath, "-e", script, path, JSON.stringify(withOneMore)], { stderr: "pipe" }),
  );
  const errors = await Promise.all(children.map((child) => new Response(child.stderr).text()));
  expect(errors).toEqual(["", "", "", ""]);
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0, 0, 0]);
  const db = new Database(path, { readonly: true });
  expect(db.query("pragma user_version").get()).toEqual({ user_version: withOneMore.length });
  db.close();
});

test("a file that is not a database is reported as such and not changed", async () => {
  const text = "these are my notes, not a database\n".repeat(200);
  writeFileSync(path, text);
  await expect(openSqliteStore(path)).rejects.toMatchObject({
    name: "PawlError",
    code: "store_corrupt",
    hint: expect.stringContaining("Move it away"),
  });
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a database locked by another process is reported as such", async () => {
  await (await openSqliteStore(path)).close();
  const holder = new Database(path);
  holder.run("begin exclusive");
  const store = await openSqliteStore(path, { busyTimeoutMs: 20 });
  await expect(store.record(batch("s1"))).rejects.toMatchObject({ code: "store_locked" });
  holder.run("rollback");
  holder.close();
  expect(await store.record(batch("s1"))).toMatchObject({ prompts: 1 });
  await store.close();
});

test("a folder at the database's path is reported as such", async () => {
  mkdirSync(path);
  await expect(openSqliteStore(path)).rejects.toMatchObject({ code: "store_unwritable" });
});

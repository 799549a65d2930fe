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
import { openStore } from "./open.ts";
import { recordsIn } from "./records/queries.ts";
import { SCHEMA_VERSION } from "./schema.ts";

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

test("a new database is in WAL mode, has the newest version, and is private", async () => {
  const store = await openStore({ database: join(dir, "new", "pawl.db") });
  await recordsIn(store).record(batch("s1"));
  const file = join(dir, "new", "pawl.db");
  for (const each of [file, `${file}-wal`, `${file}-shm`]) expect(modeOf(each)).toBe(0o600);
  const db = new Database(file, { readonly: true });
  expect(db.query("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
  expect(db.query("pragma user_version").get()).toEqual({ user_version: SCHEMA_VERSION });
  db.close();
  await store.close();
  expect(readdirSync(join(dir, "new"))).toEqual(["pawl.db"]);
});

test("a database that others could read is made private", async () => {
  await (await openStore({ database: path })).close();
  chmodSync(path, 0o644);
  await (await openStore({ database: path })).close();
  expect(modeOf(path)).toBe(0o600);
});

test("a newer database is refused with both versions and not changed", async () => {
  await (await openStore({ database: path })).close();
  {
    using db = new Database(path);
    db.run(`pragma user_version = ${SCHEMA_VERSION + 1}`);
  }
  const before = readFileSync(path);
  const opening = openStore({ database: path });
  await expect(opening).rejects.toMatchObject({ name: "PawlError", code: "store_too_new" });
  const error: unknown = await opening.catch((e: unknown) => e);
  expect(String(error)).toContain(`version ${SCHEMA_VERSION + 1}`);
  expect(String(error)).toContain(`up to ${SCHEMA_VERSION}`);
  expect(error).toHaveProperty("hint", expect.stringContaining("Update Pawl"));
  expect(readFileSync(path).equals(before)).toBe(true);
});

test("a file that is not a database is reported as such and not changed", async () => {
  const text = "these are my notes, not a database\n".repeat(200);
  writeFileSync(path, text);
  await expect(openStore({ database: path })).rejects.toMatchObject({
    name: "PawlError",
    code: "store_corrupt",
    hint: expect.stringContaining("Move it away"),
  });
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("a database locked by another process is reported as such", async () => {
  await (await openStore({ database: path })).close();
  const holder = new Database(path);
  holder.run("begin exclusive");
  const store = await openStore({ database: path, busyTimeoutMs: 20 });
  await expect(recordsIn(store).record(batch("s1"))).rejects.toMatchObject({ code: "store_locked" });
  holder.run("rollback");
  holder.close();
  expect(await recordsIn(store).record(batch("s1"))).toMatchObject({ prompts: 1 });
  await store.close();
});

test("a folder at the database's path is reported as such", async () => {
  mkdirSync(path);
  await expect(openStore({ database: path })).rejects.toMatchObject({ code: "store_unwritable" });
});

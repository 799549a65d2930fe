import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked } from "../../test/contract/fixtures.ts";
import { readArchive, restoreArchive, setAside, writeArchive } from "./backup-file.ts";
import { openStore } from "./open.ts";
import { recordsIn } from "./records/queries.ts";
import { SCHEMA_VERSION } from "./schema.ts";

let dir: string;
let database: string;
let archive: string;
const FILES = [
  { path: "b.json", text: "{}" },
  { path: "a.txt", text: "first\n" },
];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-backup-"));
  database = join(dir, "pawl.db");
  archive = join(dir, "archive.db");
  const store = await openStore({ database: database });
  await recordsIn(store).record(asked("s1", 1, "A wish to keep"));
  await store.close();
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const titles = async () => {
  const store = await openStore({ database: database });
  const found = (await recordsIn(store).sessions({ limit: 9 })).map(({ title }) => title);
  await store.close();
  return found;
};

test("a backup holds its files and the whole database, is private, and comes back; the old one is set aside", async () => {
  writeArchive(database, archive, FILES);
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect(readArchive(archive)).toEqual([FILES[1], FILES[0]] as typeof FILES);
  const before = readFileSync(archive);
  const store = await openStore({ database: database });
  await recordsIn(store).record(asked("s2", 2, "A later wish"));
  await store.close();
  restoreArchive(archive, database, join(dir, "aside.db"));
  expect(await titles()).toEqual(["A wish to keep"]);
  expect(statSync(database).mode & 0o777).toBe(0o600);
  using restored = new Database(database, { readonly: true });
  expect(restored.query("select 1 from sqlite_schema where name = 'backup_files'").get()).toBeNull();
  using aside = new Database(join(dir, "aside.db"), { readonly: true });
  expect(aside.query("select count(*) as n from sessions").get()).toEqual({ n: 2 });
  expect(readFileSync(archive).equals(before)).toBeTrue();
  expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("what belongs to a database is set aside with it, and what is not there is not missed", () => {
  writeFileSync(`${database}-wal`, "log");
  rmSync(`${database}-shm`, { force: true });
  const aside = join(dir, "aside.db");
  setAside(database, aside);
  expect([existsSync(database), existsSync(`${database}-wal`)]).toEqual([false, false]);
  expect([existsSync(aside), readFileSync(`${aside}-wal`, "utf8"), existsSync(`${aside}-shm`)]).toEqual([
    true,
    "log",
    false,
  ]);
  setAside(database, aside);
});

test("where a backup cannot be written it says so, and a special file keeps its place", () => {
  const target = join(dir, "missing", "archive.db");
  expect(() => writeArchive(database, target, [])).toThrow(
    expect.objectContaining({
      code: "backup_failed",
      message: `The backup could not be written to ${target}.`,
      params: { target },
      cause: expect.anything(),
    }),
  );
  mkdirSync(archive);
  expect(() => writeArchive(database, archive, [])).toThrow(
    expect.objectContaining({ code: "target_special" }),
  );
});

const refusal = (why: string, kind = "invalid") =>
  expect.objectContaining({
    code: "backup_refused",
    message: `${archive} ${why}; nothing was changed`,
    params: { path: archive, kind },
  });

test("what is no file, no database, cut or mostly empty is refused", () => {
  expect(() => readArchive(archive)).toThrow(refusal("is not a file"));
  mkdirSync(archive);
  expect(() => readArchive(archive)).toThrow(refusal("is not a file"));
  rmSync(archive, { recursive: true });
  for (const text of ["", "SQLite format 3!", "PK and more of it".repeat(20)]) {
    writeFileSync(archive, text);
    expect(() => readArchive(archive)).toThrow(refusal("is not a backup of Pawl's"));
  }
  rmSync(archive);
  writeArchive(database, archive, FILES);
  const { size } = statSync(archive);
  truncateSync(archive, size - 1);
  expect(() => readArchive(archive)).toThrow(refusal("is not whole", "damaged"));
  // A header that claims two megabytes, with nothing behind it.
  const head = readFileSync(archive).subarray(0, 4096);
  const pages = 512;
  head.writeUInt32BE(pages, 28);
  writeFileSync(archive, head);
  truncateSync(archive, pages * 4096);
  expect(() => readArchive(archive)).toThrow(refusal("is mostly empty"));
});

test("a small file with a hole is only damaged, and a page size of 1 stands for 65,536", () => {
  writeArchive(database, archive, FILES);
  const head = readFileSync(archive).subarray(0, 4096);
  head.writeUInt32BE(64, 28);
  writeFileSync(archive, head);
  truncateSync(archive, 64 * 4096);
  expect(() => readArchive(archive)).toThrow(/cannot be read|is damaged|did not make/);
  rmSync(archive);
  using large = new Database(archive, { create: true });
  large.run("pragma page_size = 65536");
  large.run("create table t (a)");
  expect(() => readArchive(archive)).toThrow(refusal("holds tables that Pawl did not make"));
});

test("a database with a table, a trigger or a view more is refused, and so is one of a newer version", () => {
  const change = (sql: string) => {
    rmSync(archive, { force: true });
    writeArchive(database, archive, FILES);
    using db = new Database(archive, { readwrite: true });
    db.run(sql);
  };
  for (const sql of [
    "create table mine (a)",
    "create view mine as select 1",
    "create trigger mine after insert on sessions begin select 1; end",
    "pragma user_version = 0",
    "drop table counted",
  ]) {
    change(sql);
    expect(() => readArchive(archive)).toThrow(refusal("holds tables that Pawl did not make"));
  }
  change(`pragma user_version = ${SCHEMA_VERSION + 1}`);
  expect(() => readArchive(archive)).toThrow(
    expect.objectContaining({
      code: "backup_refused",
      params: { path: archive, version: SCHEMA_VERSION + 1, kind: "newer" },
    }),
  );
  change("analyze");
  expect(readArchive(archive)).toHaveLength(2);
  change("drop table backup_files");
  expect(() => readArchive(archive)).toThrow("cannot be read");
});

test("a backup with a damaged page is refused", () => {
  writeArchive(database, archive, FILES);
  const root = (() => {
    using db = new Database(archive, { readonly: true });
    return db
      .query<{ root: number }, []>("select rootpage as root from sqlite_schema where name = 'entries'")
      .get()?.root;
  })();
  const bytes = readFileSync(archive);
  bytes.fill(0xee, ((root ?? 1) - 1) * 4096, ((root ?? 1) - 1) * 4096 + 64);
  writeFileSync(archive, bytes);
  expect(() => readArchive(archive)).toThrow(expect.objectContaining({ code: "backup_refused" }));
});

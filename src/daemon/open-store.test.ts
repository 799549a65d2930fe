/** The daemon's database in every state: new, intact, deleted, replaced, suspect, damaged. */

import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOldDatabase } from "../../test/old-database.ts";
import { memory } from "../../test/temp-store.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import type { Log } from "../platform/log.ts";
import { type Home, homeAt } from "../platform/paths.ts";
import { copyMemories, copyPath } from "../store/maintenance.ts";
import { openStore } from "../store/open.ts";
import { recordsIn } from "../store/records/queries.ts";
import { databaseId, noteLost, noteSuspicion, openDaemonStore, refreshCopy } from "./open-store.ts";

let home: Home;
let logged: unknown[];
const log: Log = {
  info: (...line) => logged.push(["info", ...line]),
  warn: (...line) => logged.push(["warn", ...line]),
  error: (...line) => logged.push(["error", ...line]),
};
const AT = Date.UTC(2026, 0, 15, 16, 37, 5, 42);
beforeEach(() => {
  home = homeAt(mkdtempSync(join(tmpdir(), "pawl-open-store-")));
  logged = [];
});
afterEach(() => rmSync(home.dir, { recursive: true, force: true }));

async function open() {
  const { store, isRebuilt } = await openDaemonStore(home, log, () => AT);
  const { memories, sessions } = await recordsIn(store).stats();
  await store.close();
  return { isRebuilt, memories, sessions };
}

async function fill(count: number) {
  const store = await openStore(home);
  for (let n = 0; n < count; n++) await memoriesIn(store).saveMemory(memory(`project://m${n}`, `fact ${n}`));
  await store.close();
}

const notice = () => (existsSync(home.notice) ? JSON.parse(readFileSync(home.notice, "utf8")) : undefined);
const files = () => readdirSync(home.dir).sort();
const DELETED = (count: number) => ({
  text: `Pawl's database file was deleted or replaced. It is being filled again from the clients' transcripts; ${count} memories came back from the last copy. pawl restore brings back a backup.`,
});

test("in a new home it is empty, and nobody is told anything", async () => {
  writeFileSync(`${home.database}-wal`, "of another file");
  writeFileSync(`${home.database}-shm`, "of another file");
  expect(await open()).toEqual({ isRebuilt: false, memories: 0, sessions: 0 });
  expect([logged, notice()]).toEqual([[], undefined]);
});

test("one of version 0.2 is replaced: the user hears of it in one line, once, and the history is read again", async () => {
  createOldDatabase(home.database);
  // A command was first.
  await (await openStore(home)).close();
  expect(await open()).toEqual({ isRebuilt: true, memories: 3, sessions: 0 });
  expect(notice().text).toContain(`The old file is kept as ${home.database}.old`);
  expect(notice().text).not.toContain("\n");
  rmSync(home.notice);
  expect(await open()).toMatchObject({ isRebuilt: false, memories: 3 });
  expect(notice()).toBeUndefined();
});

test.each(["by the daemon", "by a command"])(
  "an empty file, opened first %s: memories come back from the copy, with one notice",
  async (by) => {
    await fill(2);
    copyMemories(home.database);
    for (const end of ["-wal", "-shm"]) rmSync(home.database + end, { force: true });
    writeFileSync(home.database, "");
    if (by === "by a command") await (await openStore(home)).close();
    expect(await open()).toEqual({ isRebuilt: true, memories: 2, sessions: 0 });
    expect(notice()).toEqual(DELETED(2));
    rmSync(home.notice);
    expect(await open()).toEqual({ isRebuilt: false, memories: 2, sessions: 0 });
    expect(notice()).toBeUndefined();
  },
);

test("a database of another program is set aside, and memories come back from the copy", async () => {
  await fill(2);
  copyMemories(home.database);
  for (const end of ["", "-wal", "-shm"]) rmSync(home.database + end, { force: true });
  {
    using other = new Database(home.database, { create: true });
    other.run("create table notes (text text)");
    other.run("pragma user_version = 4");
  }
  expect(await open()).toEqual({ isRebuilt: true, memories: 2, sessions: 0 });
  expect(notice().text).toContain("It is kept as");
  expect(files().filter((name) => name.includes(".broken-"))).toHaveLength(1);
});

test("an intact one is opened as it is, also after a suspicion, which is then gone", async () => {
  await fill(2);
  const id = databaseId(home);
  noteSuspicion(home);
  expect(await open()).toEqual({ isRebuilt: false, memories: 2, sessions: 0 });
  expect([logged, notice(), databaseId(home), existsSync(`${home.database}.suspect`)]).toEqual([
    [],
    undefined,
    id,
    false,
  ]);
});

describe("deleted", () => {
  test("its memories come back from the copy, and the user hears of it", async () => {
    await fill(3);
    copyMemories(home.database);
    rmSync(home.database);
    expect(await open()).toEqual({ isRebuilt: true, memories: 3, sessions: 0 });
    expect(notice()).toEqual(DELETED(3));
    expect(logged).toEqual([["error", "the database was deleted or replaced", { memoriesRestored: 3 }]]);
  });

  test("without a copy an import that was made before says that there was one", async () => {
    writeFileSync(home.imported, "{}");
    expect(await open()).toEqual({ isRebuilt: true, memories: 0, sessions: 0 });
    expect(notice()).toEqual(DELETED(0));
    expect(await open()).toEqual({ isRebuilt: false, memories: 0, sessions: 0 });
  });

  test("under a running daemon, the mark that it left says so, once", async () => {
    await fill(1);
    copyMemories(home.database);
    rmSync(home.database);
    await fill(0);
    noteLost(home);
    expect(await open()).toEqual({ isRebuilt: true, memories: 1, sessions: 0 });
    expect(existsSync(`${home.database}.lost`)).toBe(false);
    expect(await open()).toEqual({ isRebuilt: false, memories: 1, sessions: 0 });
  });

  test("and replaced by one that holds something, it is left as somebody wanted it", async () => {
    await fill(3);
    copyMemories(home.database);
    rmSync(home.database);
    await fill(1);
    noteLost(home);
    expect(await open()).toEqual({ isRebuilt: true, memories: 1, sessions: 0 });
    expect(notice()).toEqual(DELETED(0));
  });
});

describe("damaged", () => {
  const aside = () => `${home.database}.broken-20260115T163705042Z`;
  async function expectSetAside(content: Uint8Array<ArrayBuffer>, damage: unknown) {
    expect(await open()).toEqual({ isRebuilt: true, memories: 2, sessions: 0 });
    expect(new Uint8Array(readFileSync(aside()))).toEqual(content);
    expect(notice()).toEqual({
      text: `Pawl's database was damaged. It is kept as ${aside()}. A new one is being filled from the clients' transcripts. To restore a backup, run pawl restore.`,
    });
    expect(logged).toEqual([
      ["error", "the database is damaged and was set aside", { damage, aside: aside() }],
    ]);
  }

  test("so that it does not open, it is set aside, and its memories come back from the copy", async () => {
    await fill(2);
    copyMemories(home.database);
    const content = new Uint8Array(50_000).fill(7);
    writeFileSync(home.database, content);
    await expectSetAside(
      content,
      `The file ${home.database} is not a database that Pawl can read, or it is damaged.`,
    );
  });

  test("in a page that nobody read yet, only a suspicion finds it", async () => {
    await fill(2);
    copyMemories(home.database);
    const content = new Uint8Array(readFileSync(home.database));
    // The head says that the file has pages which are not there.
    new DataView(content.buffer).setUint32(36, 5);
    new DataView(content.buffer).setUint32(32, 3);
    writeFileSync(home.database, content);
    expect(await open()).toEqual({ isRebuilt: false, memories: 2, sessions: 0 });
    const asItIs = new Uint8Array(readFileSync(home.database));
    noteSuspicion(home);
    await expectSetAside(asItIs, expect.any(String));
    expect(files().filter((name) => name.includes("suspect"))).toEqual([]);
  });
});

test("another error than damage is passed on", async () => {
  const inTheWay = homeAt(join(home.dir, "file"));
  writeFileSync(join(home.dir, "file"), "");
  expect(openDaemonStore(inTheWay, log, () => AT)).rejects.toThrow();
});

test("the file in the database's place is known by its number", async () => {
  expect(databaseId(home)).toBeUndefined();
  writeFileSync(home.database, "");
  const { dev, ino } = statSync(home.database);
  expect(databaseId(home)).toBe(`${dev}:${ino}`);
});

test("the copy is made anew when it is an hour old, or from the future, or missing", async () => {
  const copied = async (ageMs: number | undefined) => {
    if (ageMs === undefined) rmSync(copyPath(home.database), { force: true });
    else {
      writeFileSync(copyPath(home.database), "");
      utimesSync(copyPath(home.database), (AT - ageMs) / 1000, (AT - ageMs) / 1000);
    }
    let count = 0;
    await refreshCopy(
      home,
      () => AT - (AT % 1000),
      async () => void count++,
    );
    return count;
  };
  const whole = AT % 1000;
  expect([
    await copied(undefined),
    await copied(3_600_000 + whole),
    await copied(3_599_000 + whole),
    await copied(-3_599_000 + whole),
    await copied(-3_600_000 + whole),
  ]).toEqual([1, 1, 0, 0, 1]);
});

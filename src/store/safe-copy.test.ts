import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked } from "../../test/contract/fixtures.ts";
import { memory, PROJECT } from "../../test/temp-store.ts";
import { knowledgeIn, memoriesIn } from "../memory/sql/index.ts";
import { searchIn } from "../search/sql/index.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { openStore } from "./open.ts";
import { recordsIn } from "./records/queries.ts";
import { copyMemories, copyPath, restoreMemories } from "./safe-copy.ts";
import type { Store } from "./store.ts";

let dir: string;
let database: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "pawl-copy-"));
  database = join(dir, "pawl.db");
});
afterEach(() => rmSync(dir, { recursive: true }));

async function opened<T>(use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ database: database });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function loseDatabase(): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${database}${suffix}`, { force: true });
}

async function fill(store: Store): Promise<void> {
  await memoriesIn(store).saveMemory(memory("project://bird", "The heron is grey"));
  await memoriesIn(store).saveMemory(memory("project://bird", "The heron is blue", { at: 2 }));
  await memoriesIn(store).saveMemory(memory("project://nest", "It nests in trees"));
  await memoriesIn(store).relate(
    PROJECT,
    { from: "project://nest", to: "project://bird", kind: "depends_on" },
    3,
  );
  const solution = { kind: "k", toolName: "Bash", steps: [], source: "user", redaction: 1, at: 4 } as const;
  await knowledgeIn(store).saveSolution({
    ...solution,
    project: PROJECT,
    fingerprint: "f",
    errorSample: "heron lost",
    text: "look up",
  });
}

const known = (store: Store) =>
  Promise.all([
    memoriesIn(store).memories({ project: PROJECT, limit: 9 }),
    memoriesIn(store).memoryVersions({ uri: "project://bird", project: PROJECT }),
    memoriesIn(store).relations({ uri: "project://nest", project: PROJECT }),
    knowledgeIn(store).solutionsFor("f", PROJECT),
    searchIn(store).search({ text: "heron", limit: 9 }),
  ]);

test("a database that was deleted is neither copied nor made again by a second connection", async () => {
  await opened(async () => undefined);
  copyMemories(database);
  const before = readFileSync(copyPath(database));
  rmSync(database);
  copyMemories(database);
  expect(readFileSync(copyPath(database)).equals(before)).toBe(true);
  expect(openStore({ database: database, mustExist: true })).rejects.toThrow("was deleted");
  expect(existsSync(database)).toBe(false);
});

test("memories, their versions and relations, and solutions come back into a new database, and are found by their words", async () => {
  const before = await opened(async (store) => {
    await fill(store);
    return known(store);
  });
  copyMemories(database);
  expect(statSync(copyPath(database)).mode & 0o777).toBe(0o600);
  expect(readdirSync(dir).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  loseDatabase();
  await opened(async () => undefined);
  expect(restoreMemories(database)).toBe(2);
  expect(await opened(known)).toEqual(before);
});

test("without a copy nothing comes back, and what is there already stays", async () => {
  await opened(async () => undefined);
  expect(restoreMemories(database)).toBe(0);
  await opened(fill);
  copyMemories(database);
  await opened((store) =>
    memoriesIn(store).saveMemory(memory("project://nest", "It nests on roofs", { at: 9 })),
  );
  expect(restoreMemories(database)).toBe(2);
  const nest = await opened((store) => memoriesIn(store).memory({ uri: "project://nest", project: PROJECT }));
  expect(nest?.content).toBe("It nests on roofs");
});

test("a copy of an older version, without a table or a column, gives what it has", async () => {
  await opened(fill);
  copyMemories(database);
  {
    using copy = new Database(copyPath(database), { readwrite: true });
    copy.run("drop table memory_relations");
    copy.run("alter table memories drop column access_count");
  }
  loseDatabase();
  await opened(async () => undefined);
  expect(restoreMemories(database)).toBe(2);
  const [memories, versions, relations, solutions] = await opened(known);
  expect([memories.length, versions.length, relations.length, solutions.length]).toEqual([2, 2, 0, 1]);
});

test("what was forgotten leaves the copy, and a new database knows of it", async () => {
  await opened(async (store) => {
    await fill(store);
    await recordsIn(store).record(asked("s1", 1, "A wish"));
  });
  await opened((store) => forgettingIn(store).forget({ uri: "project://nest", project: PROJECT }, 5));
  expect(existsSync(copyPath(database))).toBeFalse();
  copyMemories(database);
  expect(readFileSync(copyPath(database)).includes("heron")).toBeTrue();
  await opened((store) => forgettingIn(store).forget({ match: "heron" }, 6));
  expect(readFileSync(copyPath(database)).includes("heron")).toBeFalse();
  await opened((store) => forgettingIn(store).forget({ sessionId: "s1" }, 7));
  const marksFile = join(dir, "forgotten.json");
  expect(statSync(marksFile).mode & 0o777).toBe(0o600);
  const marks = JSON.parse(readFileSync(marksFile, "utf8")) as { kind: string; key: string; at: number }[];
  const isOfSession = ({ key }: { key: string }) => key.includes("s1");
  expect(marks.filter(isOfSession).map(({ at }) => at)).toContain(7);
  loseDatabase();
  await opened(async (store) => {
    await recordsIn(store).record(asked("s1", 1, "A wish"));
    expect(await recordsIn(store).sessions({ limit: 9 })).toEqual([]);
  });
  // One that knows of anything forgotten itself goes by that.
  writeFileSync(marksFile, "[]");
  await opened(async (store) => {
    await recordsIn(store).record(asked("s1", 1, "A wish"));
    expect(await recordsIn(store).sessions({ limit: 9 })).toEqual([]);
  });
});

test("marks that cannot be read are none", async () => {
  writeFileSync(join(dir, "forgotten.json"), "{not json");
  await opened(async (store) => {
    await recordsIn(store).record(asked("s1", 1, "A wish"));
    expect(await recordsIn(store).sessions({ limit: 9 })).toHaveLength(1);
  });
});

test("a copy that fails leaves the old one and no draft", async () => {
  await opened(fill);
  copyMemories(database);
  const before = readFileSync(copyPath(database));
  loseDatabase();
  writeFileSync(database, "not a database".repeat(100));
  expect(() => copyMemories(database)).toThrow();
  expect(readFileSync(copyPath(database)).equals(before)).toBeTrue();
  expect(readdirSync(dir).filter((name) => name.includes(".tmp"))).toEqual([]);
});

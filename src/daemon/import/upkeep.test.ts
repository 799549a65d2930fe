import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeTranscript } from "../../../test/faults/records.ts";
import { keepAll } from "../../../test/fixtures/transcript-lines.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { type Home, homeAt } from "../../platform/paths.ts";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { createWork } from "../work/work.ts";
import { createUpkeep, readImportMark, saveImportMark, type Upkeep } from "./upkeep.ts";

const DAY_MS = 86_400_000;
let dir: string;
let home: Home;
let store: Store;
let upkeep: Upkeep;
let at: number;
let learned: string[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-upkeep-"));
  home = homeAt(join(dir, "home"));
  store = await openStore({ database: home.database });
  at = Date.now();
  learned = [];
  upkeep = create();
});

function create(): Upkeep {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const stop = new AbortController();
  const work = createWork({
    store,
    home,
    claudeDir: join(dir, ".claude"),
    redact: keepAll,
    projectOf: (cwd) => cwd,
    offSpans: () => [],
    now: () => at,
    onDigest: (_, { sessionId }) => void learned.push(sessionId),
    signal: stop.signal,
  });
  return createUpkeep({
    retention: {},
    home,
    store,
    work,
    now: () => at,
    log: silent,
    stop: () => stop.abort(),
    onDamage: () => void damaged++,
  });
}

let damaged = 0;

test("the check of every page finds flipped bytes, and looks again after a day", async () => {
  damaged = 0;
  await upkeep.check();
  expect(damaged).toBe(0);
  const db = new Database(home.database);
  db.run("pragma wal_checkpoint(truncate)");
  db.close();
  const file = openSync(home.database, "r+");
  // The header of a page in the middle of the file.
  writeSync(file, Buffer.alloc(64, 0xff), 0, 64, 4096 * 3);
  closeSync(file);
  await upkeep.check();
  expect(damaged).toBe(0);
  at += 86_400_000;
  await upkeep.check();
  expect(damaged).toBe(1);
});

afterEach(async () => {
  await upkeep.close();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

const calls = async () => (await recordsIn(store).stats()).observations;

test("transcripts are imported once a day, so that none is deleted before it is known", async () => {
  writeTranscript(dir, "one", 3);
  await upkeep.import();
  expect(await calls()).toBe(3);
  expect(readImportMark(home)).toEqual({ at });
  writeTranscript(dir, "two", 3);
  at += DAY_MS / 2;
  await upkeep.import();
  expect(await calls()).toBe(3);
  at += DAY_MS;
  await upkeep.import();
  expect(await calls()).toBe(6);
});

test("who has said no is not imported behind their back, unless the store was lost", async () => {
  writeTranscript(dir, "one", 3);
  saveImportMark(home, { at: 0, declined: true });
  await upkeep.import();
  expect(await calls()).toBe(0);
  await upkeep.import(true);
  expect(await calls()).toBe(3);
});

test("closed while it works: it stops, and the next one goes on", async () => {
  for (let i = 0; i < 5; i++) writeTranscript(dir, `s${i}`, 50, "filler ".repeat(500));
  const working = upkeep.import();
  await upkeep.close();
  await working;
  expect(await calls()).toBeLessThan(250);
  expect(readImportMark(home)).toBeUndefined();
  upkeep = create();
  await upkeep.import();
  expect(await calls()).toBe(250);
});

test("what was imported is learned from, each session once, and what is unchanged is not", async () => {
  writeTranscript(dir, "one", 3);
  writeTranscript(dir, "two", 3);
  await upkeep.import(true);
  expect(learned.sort()).toEqual(["one", "two"]);
  await upkeep.import(true);
  expect(learned).toHaveLength(2);
});

test("memories that nobody has used for long end", async () => {
  const draft = { project: "/p", origin: "user", redaction: 1, author: "ann" } as const;
  await memoriesIn(store).saveMemory({
    ...draft,
    uri: "project://old",
    content: "Old.",
    priority: 5,
    at: at - 400 * DAY_MS,
  });
  await memoriesIn(store).saveMemory({
    ...draft,
    uri: "project://rule",
    content: "Kept.",
    priority: 0,
    at: at - 400 * DAY_MS,
  });
  await upkeep.expire();
  expect((await memoriesIn(store).memory({ uri: "project://old", project: "/p" }))?.status).not.toBe(
    "active",
  );
  expect((await memoriesIn(store).memory({ uri: "project://rule", project: "/p" }))?.status).toBe("active");
});

test("closed, nothing begins any more", async () => {
  writeTranscript(dir, "one", 3);
  await upkeep.close();
  await upkeep.import(true);
  expect(await calls()).toBe(0);
});

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked, observation, seen } from "../../../test/contract/fixtures.ts";
import { script, toJsonl } from "../../../test/fixtures/transcript-lines.ts";
import { digestsIn } from "../../memory/sql/index.ts";
import { type Home, homeAt } from "../../platform/paths.ts";
import { redactor } from "../../redact/redactor.ts";
import { searchIn } from "../../search/sql/index.ts";
import { wordIndexIn } from "../../store/index/lazy-index.ts";
import { openStore } from "../../store/open.ts";
import { forSession } from "../../store/records/observation.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { far, openWorkThread } from "./thread.ts";

let dir: string;
let home: Home;
let store: Store;
let digests: string[];
let thread: ReturnType<typeof openWorkThread>;

// One thread for all: its start costs more than all that it does here. Each test has sessions of its own.
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "pawl-work-"));
  home = homeAt(join(dir, "home"));
  store = await openStore({ database: home.database, isWarm: true });
  thread = open();
});
beforeEach(() => {
  digests = [];
});
afterAll(async () => {
  await thread.close();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

function open(idleMs?: number) {
  return openWorkThread({
    place: { home: home.dir, claudeDir: join(dir, "claude") },
    onDigest: (_, { sessionId }) => void digests.push(sessionId),
    ...(idleMs === undefined ? {} : { idleMs }),
  });
}

test("it indexes what this thread has stored", async () => {
  // What other tests have left: they may have run before.
  await thread.work.index();
  await recordsIn(store).record(asked("s1", 1, "numbat"));
  expect(await wordIndexIn(store).unindexed()).toBe(1);
  await thread.work.index();
  expect(await wordIndexIn(store).unindexed()).toBe(0);
  expect(await searchIn(store).search({ text: "numbat", limit: 5 })).toHaveLength(1);
});

test("it learns, and says which digest is new", async () => {
  await recordsIn(store).record({
    session: { ...seen("learned", 1), project: "/projects/learned" },
    observations: [observation("learned", 1)],
  });
  expect(await thread.work.learn("learned", 2)).toMatchObject({ rules: [], decisions: [] });
  expect(digests).toEqual(["learned"]);
  expect(await digestsIn(store).digests({ project: "/projects/learned", limit: 5 })).toHaveLength(1);
});

test("it reads a transcript that this thread has not", async () => {
  const lines = script("new", "read", undefined);
  mkdirSync(join(dir, "claude"), { recursive: true });
  const path = join(dir, "claude", "read.jsonl");
  writeFileSync(path, toJsonl([lines.user("Ask for a quokka")]));
  expect(await thread.work.readTranscripts("read", path)).toMatchObject({ prompts: 1 });
  expect(await recordsIn(store).prompts({ sessionId: "read", limit: 5 })).toHaveLength(1);
});

test("a secret that one thread has seen is known to the other, also bare", async () => {
  const here = "Kq7$mwTz4!pLx2";
  const there = "Zr9#tnVw6!kQy3";
  forSession(redactor, "secret").text(`API_TOKEN=${here}`);
  const lines = script("new", "secret", undefined);
  mkdirSync(join(dir, "claude"), { recursive: true });
  const path = join(dir, "claude", "secret.jsonl");
  writeFileSync(path, toJsonl([lines.user(`Is it ${here}? Now API_TOKEN=${there}`)]));
  await thread.work.readTranscripts("secret", path);
  const [prompt] = await recordsIn(store).prompts({ sessionId: "secret", limit: 1 });
  expect(prompt?.text).not.toContain(here);
  expect(prompt?.text).not.toContain(there);
  expect(forSession(redactor, "secret").text(`bare ${there}`)).not.toContain(there);
});

test("G12 what grows with the store is counted there", async () => {
  await recordsIn(store).record(asked("counted", 1, "quokka"));
  expect(await recordsIn(far(store, thread.work)).stats()).toEqual(await recordsIn(store).stats());
});

test("an error comes back as it was, and the next task is done", async () => {
  await expect(thread.work.readTranscripts("after-error", undefined as unknown as string)).rejects.toThrow();
  await recordsIn(store).record(asked("after-error", 1, "quokka"));
  await thread.work.index();
  expect(await wordIndexIn(store).unindexed()).toBe(0);
});

test("a damaged store is said with its code, and one that is whole again is used", async () => {
  const whole = home;
  home = homeAt(join(dir, "broken"));
  mkdirSync(home.dir, { recursive: true });
  writeFileSync(home.database, "no database ".repeat(1000));
  const other = open();
  await expect(other.work.index()).rejects.toMatchObject({ code: "store_corrupt" });
  rmSync(home.database);
  // The thread makes none: a deleted database is the daemon's to notice.
  await expect(other.work.index()).rejects.toMatchObject({ code: "store_missing" });
  await (await openStore({ database: home.database })).close();
  await other.work.index();
  await other.close();
  home = whole;
});

test("it says what it is doing, and nothing when it is done", async () => {
  for (let i = 0; i < 300; i++) await recordsIn(store).record(asked(`busy-${i}`, i, `quokka number ${i}`));
  const working = thread.work.index();
  expect(thread.doing()).toMatchObject([{ task: "index" }]);
  await working;
  expect(thread.doing()).toEqual([]);
});

test("idle, it ends, and starts again when there is something to do", async () => {
  const short = open(1);
  await recordsIn(store).record(asked("idle-1", 1, "quokka"));
  await short.work.index();
  await Bun.sleep(50);
  await recordsIn(store).record(asked("idle-2", 2, "wombat"));
  await short.work.index();
  expect(await wordIndexIn(store).unindexed()).toBe(0);
  await short.close();
});

test("closed, it finishes what it was given, and takes nothing more", async () => {
  const closing = open();
  await recordsIn(store).record(asked("last", 1, "quokka"));
  const indexing = closing.work.index();
  await closing.close();
  await indexing;
  expect(await wordIndexIn(store).unindexed()).toBe(0);
  await expect(closing.work.index()).rejects.toMatchObject({ code: "store_closed" });
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepAll, script, toJsonl } from "../../../test/fixtures/transcript-lines.ts";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { catchUp } from "./catch-up.ts";
import { forkOf, likelyForked, originsOf } from "./lineage.ts";
import { markFork } from "./offsets.ts";

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pawl-lineage-"));
  store = await openStore({ database: join(folder, "pawl.db") });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

type Line = Record<string, unknown>;
const pathOf = (id: string) => join(folder, `${id}.jsonl`);

async function read(id: string, lines: Line[]): Promise<void> {
  writeFileSync(pathOf(id), toJsonl(lines));
  await catchUp({
    store,
    offsets: store,
    path: pathOf(id),
    redact: keepAll,
    projectOf: () => "/home/dev/shop",
  });
}

async function origins(id: string): Promise<string[]> {
  const fork = await forkOf(pathOf(id), store);
  return fork === undefined ? [] : [...(await originsOf(fork, pathOf(id), store))].sort();
}

/** Like `--fork-session`: copies have the fork's session and prompt ids, with the old times. */
const copied = (lines: Line[], id: string) =>
  lines.map((line) => ({ ...line, sessionId: id, promptId: "of-the-fork" }));
/** Like `/branch` and the SDK: each line names its origin. */
const branched = (lines: Line[], id: string, from: string) =>
  lines.map((line) => ({ ...line, sessionId: id, forkedFrom: { sessionId: from, messageUuid: "u" } }));
const at = (lines: Line[], seconds: number) =>
  lines.map((line, i) => ({ ...line, timestamp: new Date((seconds + i) * 1000).toISOString() }));
const turn = (id: string, text: string) => {
  const s = script("new", id);
  return [s.user(text), s.say(`Done: ${text}`), s.turnEnd()];
};

test("a fork's origins are the sessions whose prompts were copied, including earlier ancestors, and no others", async () => {
  const first = at(turn("a", "First"), 1_700_000_000);
  // In the same second another session has another prompt; and the same text was sent on another day.
  await read("other", at(turn("other", "Something else"), 1_700_000_000));
  await read("older", at(turn("older", "First"), 1_600_000_000));
  await markFork(store, pathOf("b"), 1_700_000_100_000, ["other"]);
  const second = at(turn("b", "Second"), 1_700_000_200);
  await read("b", [...copied(first, "b"), ...second]);
  // The parent is imported after its fork: until then only the likely origin is known.
  expect(await origins("b")).toEqual(["other"]);
  await read("a", first);
  expect(await origins("b")).toEqual(["a"]);
  await markFork(store, pathOf("c"), 1_700_000_300_000);
  await read("c", [...copied([...first, ...second], "c"), ...at(turn("c", "Third"), 1_700_000_400)]);
  expect(await origins("c")).toEqual(["a", "b"]);
  expect(await origins("a")).toEqual([]);
  expect((await recordsIn(store).session("c"))?.prompts.map(({ text }) => text)).toEqual(["Third"]);
});

test("lines that name their session are copies, however the session started; its own origins count too", async () => {
  const first = at(turn("a", "First"), 1_700_000_000);
  await read("a", first);
  await read("b", [...branched(first, "b", "a"), ...at(turn("b", "Second"), 1_700_000_200)]);
  expect(await origins("b")).toEqual(["a"]);
  expect((await recordsIn(store).session("b"))?.prompts.map(({ text }) => text)).toEqual(["Second"]);
  // Compacted before it was forked again: the copies contain nothing of the first session.
  const rest = at(turn("b", "Second"), 1_700_000_200);
  await read("c", [...branched(rest, "c", "b"), ...at(turn("c", "Third"), 1_700_000_400)]);
  expect(await origins("c")).toEqual(["a", "b"]);
});

test("the saved marks contain none of the copied text", async () => {
  const first = at(turn("a", "A very private question"), 1_700_000_000);
  await markFork(store, pathOf("b"), 1_700_000_100_000);
  await read("b", copied(first, "b"));
  const kept = (await recordsIn(store).transcriptOffset(pathOf("b")))?.state ?? "";
  expect(kept).toContain('"asked":[[1700000000000,');
  expect(kept).not.toContain("private");
});

test("before there are copies, the likely origin is the session that answered that many seconds ago", async () => {
  await read("a", at(turn("a", "First"), 1_700_000_000));
  await read("b", at(turn("b", "Later"), 1_700_000_300));
  expect(await likelyForked(1_700_000_091_400, 90, store)).toEqual(["a"]);
  expect(await likelyForked(1_700_000_091_400, 30, store)).toEqual([]);
});

test("five seconds before and after still count as that moment", async () => {
  await read("a", at(turn("a", "First"), 1_700_000_000));
  const [{ at: when } = { at: 0 }] = (await recordsIn(store).session("a"))?.responses ?? [];
  const likely = (off: number) => likelyForked(when + off + 90_000, 90, store);
  expect(await Promise.all([-5000, 5000].map(likely))).toEqual([["a"], ["a"]]);
});

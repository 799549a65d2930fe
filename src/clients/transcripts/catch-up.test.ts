import { afterEach, beforeEach, expect, test } from "bun:test";
import { appendFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepAll, memoryOffsets, SESSION, script, toJsonl } from "../../../test/fixtures/transcript-lines.ts";
import { toBatch } from "../../pipeline/batch.ts";
import { openStore } from "../../store/open.ts";
import { promptKey } from "../../store/records/keys.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { parseHookInput } from "../index.ts";
import { catchUp, type TimeSpan } from "./catch-up.ts";
import { markFork } from "./offsets.ts";
import { readTranscript } from "./read.ts";

let folder: string;
let path: string;
let store: Store;
let offsets: ReturnType<typeof memoryOffsets>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pawl-catch-up-"));
  path = join(folder, `${SESSION}.jsonl`);
  store = await openStore({ database: join(folder, "pawl.db") });
  offsets = memoryOffsets();
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (options: { offSpans?: (id: string) => TimeSpan[] } = {}) =>
  catchUp({ store, offsets, path, redact: keepAll, projectOf: () => "/home/dev/shop", ...options });

function twoTurns(version: "new" | "old" = "new") {
  const s = script(version);
  return [
    s.user("First"),
    s.call("t1", "Bash", { command: "ls" }),
    s.call("t2", "Read", { file_path: "/a.ts" }),
    s.result("t2", "two"),
    s.result("t1", "one"),
    s.say("Done with the first."),
    s.turnEnd(),
    s.user("Second"),
    s.queued("And more"),
    s.call("t3", "Bash", { command: "make" }),
    s.result("t3", "no rule", { isError: true }),
    s.compact(),
    s.summary("So far"),
    s.say("Done with the second."),
  ];
}

async function kept() {
  const records = await recordsIn(store).session(SESSION);
  const byKey = <T extends { key: string }>(list: T[] = []) =>
    list.map((r) => r).sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    prompts: byKey(records?.prompts),
    observations: byKey(records?.observations),
    responses: byKey(records?.responses),
    events: byKey(records?.events),
  };
}

test("everything is added, and a second run adds nothing without reading the file", async () => {
  writeFileSync(path, toJsonl(twoTurns()));
  expect((await run()).added).toEqual({ prompts: 3, observations: 3, responses: 2, events: 2 });
  expect(await run()).toMatchObject({ bytes: 0, added: { prompts: 0, observations: 0 } });
});

test("a missing file is nothing to catch up on", async () => {
  expect(await run()).toMatchObject({ bytes: 0 });
});

test("a record from a hook is not added again", async () => {
  const prompt = {
    key: promptKey(SESSION, "prompt-0", "First"),
    sessionId: SESSION,
    at: 1,
    redaction: 7,
    text: "First",
  };
  const session = { id: SESSION, project: "/home/dev/shop", cwd: "/home/dev/shop", at: 1 };
  await recordsIn(store).record({ session, prompts: [prompt] });
  writeFileSync(path, toJsonl(twoTurns()));
  expect((await run()).added.prompts).toBe(2);
  expect((await kept()).prompts).toHaveLength(3);
});

test.each(["new", "old"] as const)(
  "a %s transcript gives the same records however often and wherever it is caught up on",
  async (version) => {
    const whole = toJsonl(twoTurns(version));
    writeFileSync(path, whole);
    await run();
    const expected = await kept();
    expect(expected.observations).toHaveLength(3);
    const bytes = Buffer.from(whole);
    let seed = 42;
    for (let round = 0; round < 8; round++) {
      await store.close();
      rmSync(join(folder, "pawl.db"));
      store = await openStore({ database: join(folder, "pawl.db") });
      offsets = memoryOffsets();
      writeFileSync(path, "");
      for (let at = 0; at < bytes.length; ) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        const size = 1 + (seed % 1500);
        appendFileSync(path, bytes.subarray(at, at + size));
        at += size;
        await run();
      }
      expect(await kept()).toEqual(expected);
    }
  },
);

test("an incomplete last line waits until it is complete", async () => {
  const whole = toJsonl(twoTurns());
  writeFileSync(path, whole.slice(0, -20));
  expect((await run()).added.responses).toBe(1);
  appendFileSync(path, whole.slice(-20));
  expect((await run()).added.responses).toBe(1);
});

test("a complete last line without a line break is read, and so is what is appended to it", async () => {
  const s = script("new");
  writeFileSync(path, toJsonl([s.user("One")]).trimEnd());
  expect((await run()).added.prompts).toBe(1);
  appendFileSync(path, toJsonl([s.user("Two")]));
  expect((await run()).added.prompts).toBe(1);
  expect((await kept()).prompts.map((p) => p.text).sort()).toEqual(["One", "Two"]);
});

test("only new lines are read", async () => {
  const lines = twoTurns();
  writeFileSync(path, toJsonl(lines.slice(0, 7)));
  await run();
  const more = toJsonl(lines.slice(7));
  appendFileSync(path, more);
  expect((await run()).bytes).toBe(Buffer.byteLength(more));
});

test("a shorter, replaced or rewritten file is read from the start", async () => {
  writeFileSync(path, toJsonl(twoTurns()));
  await run();
  writeFileSync(path, toJsonl([script("old").user("Short")]));
  expect((await run()).added.prompts).toBe(1);

  const longer = toJsonl(Array.from({ length: 3 }, (_, i) => script("old", `other-${i}`).user(`Anew ${i}`)));
  writeFileSync(path, longer);
  expect(await run()).toMatchObject({ bytes: Buffer.byteLength(longer), added: { prompts: 3 } });
});

test("a touched file is not read again", async () => {
  writeFileSync(path, toJsonl(twoTurns()));
  await run();
  utimesSync(path, new Date(), new Date(2e12));
  expect(await run()).toMatchObject({ bytes: 0, added: { prompts: 0 } });
});

test("a session that is off leaves no trace, not even in the saved state", async () => {
  writeFileSync(path, toJsonl(twoTurns()));
  await run({ offSpans: () => [{ from: 0, to: Number.POSITIVE_INFINITY }] });
  expect(await recordsIn(store).session(SESSION)).toBeUndefined();
  expect(JSON.stringify([...offsets.saved.values()])).not.toContain("Done with");
});

test("records from while a session was off are skipped, the rest is kept", async () => {
  writeFileSync(path, toJsonl(twoTurns()));
  // The first turn is lines 1 to 7, a second apart.
  await run({ offSpans: () => [{ from: 0, to: 1_700_000_007_500 }] });
  const { prompts, observations, responses } = await kept();
  expect(prompts.map(({ text }) => text).sort()).toEqual(["And more", "Second"]);
  expect(observations.map(({ toolUseId }) => toolUseId)).toEqual(["t3"]);
  expect(responses.map(({ text }) => text)).toEqual(["Done with the second."]);
  expect((await recordsIn(store).session(SESSION))?.session.startedAt).toBe(1_700_000_008_000);
});

test("with an older client, whose hooks and lines share no id, a record from a hook is stored once", async () => {
  const s = script("old");
  const injected = { session_id: SESSION, cwd: "/home/dev/shop" };
  const seen = { project: "/home/dev/shop", cwd: "/home/dev/shop", redact: keepAll };
  const record = (event: Record<string, unknown>, at: number) =>
    recordsIn(store).record(toBatch(parseHookInput({ ...injected, ...event }), { ...seen, at }));
  await record({ hook_event_name: "UserPromptSubmit", prompt: "Again" }, 1_700_000_000_900);
  await record({ hook_event_name: "Stop", last_assistant_message: "Did it." }, 1_700_000_002_300);
  // The second prompt was sent while no daemon ran.
  const lines = [s.user("Again"), s.say("Did it."), s.turnEnd(), s.user("Again"), s.say("Did it again.")];
  writeFileSync(path, toJsonl(lines));
  await run();
  const { prompts, responses } = await kept();
  expect(prompts.map(({ text }) => text)).toEqual(["Again", "Again"]);
  expect(responses.map(({ text }) => text).sort()).toEqual(["Did it again.", "Did it."]);
  offsets.saved.clear();
  expect((await run()).added).toMatchObject({ prompts: 0, responses: 0 });
});

const FORK = "99999999-2222-4333-8444-555555555555";
/** The copy has the fork's session and prompt ids; times and uuids are the original's. */
const forked = (own: Record<string, unknown>[]) => [
  ...twoTurns().map((line) => ({ ...line, sessionId: FORK, promptId: "of-the-fork" })),
  ...own.map((line) => ({ ...line, timestamp: new Date(1_700_000_100_000).toISOString() })),
];
const ownTurn = () => {
  const s = script("new", FORK);
  return [s.user("Asked in the fork"), s.call("t9", "Bash", { command: "ls" }), s.result("t9", "x")];
};
const forkPath = () => join(folder, `${FORK}.jsonl`);
const askedInFork = async () => (await recordsIn(store).session(FORK))?.prompts.map(({ text }) => text);

test("a fork keeps only its own records: the copied history stays with the original session", async () => {
  path = forkPath();
  await markFork(offsets, path, 1_700_000_090_000);
  writeFileSync(path, toJsonl(forked([])));
  await run();
  expect(await recordsIn(store).session(FORK)).toBeUndefined();
  appendFileSync(path, toJsonl(forked(ownTurn()).slice(-3)));
  expect((await run()).added).toMatchObject({ prompts: 1, observations: 1 });
  expect(await askedInFork()).toEqual(["Asked in the fork"]);
  // Marked again (a second SessionStart): the known state of the file is kept.
  await markFork(offsets, path, 1_800_000_000_000);
  expect(await run()).toMatchObject({ bytes: 0 });
});

test("a fork without a hook is recognized by its first prompt, which was queued before the copies", async () => {
  path = forkPath();
  const queued = {
    type: "queue-operation",
    operation: "enqueue",
    timestamp: new Date(1_700_000_095_000).toISOString(),
    sessionId: FORK,
  };
  writeFileSync(path, toJsonl([queued, ...forked(ownTurn())]));
  await run();
  expect(await askedInFork()).toEqual(["Asked in the fork"]);
});

test("a clock that is set back after the session started loses nothing", async () => {
  const queued = {
    type: "queue-operation",
    operation: "enqueue",
    timestamp: new Date(1_700_000_000_500).toISOString(),
  };
  const [first = {}, ...rest] = twoTurns();
  const earlier = rest.map((line) => ({ ...line, timestamp: new Date(1_600_000_000_000).toISOString() }));
  writeFileSync(path, toJsonl([queued, first, ...earlier]));
  expect((await run()).added).toMatchObject({ prompts: 3, observations: 3 });
});

test("CRLF and unreadable lines do not affect their neighbors", async () => {
  const s = script("new");
  writeFileSync(path, `${toJsonl([s.user("One")], "\r\n")}garbage\r\n${toJsonl([s.user("Two")], "\r\n")}`);
  expect(await run()).toMatchObject({ skipped: 1, added: { prompts: 2 } });
});

test("an aborted read continues where it stopped", async () => {
  const many = Array.from({ length: 400 }, (_, i) => script("old", SESSION).user(`${i} ${"x".repeat(9000)}`));
  writeFileSync(path, toJsonl(many.map((line, i) => ({ ...line, uuid: `u${i}` }))));
  const abort = new AbortController();
  const options = { store, offsets, path, redact: keepAll, projectOf: () => "p" };
  const onStep = () => abort.abort();
  const first = await catchUp({ ...options, signal: abort.signal, onStep });
  expect(first.added.prompts).toBeLessThan(400);
  const second = await catchUp(options);
  expect(first.added.prompts + second.added.prompts).toBe(400);
  expect(second.bytes).toBeLessThan(first.bytes + second.bytes);
});

test("a large file is returned in steps", async () => {
  writeFileSync(
    path,
    toJsonl(Array.from({ length: 400 }, (_, i) => script("old").user(`${i} ${"x".repeat(9000)}`))),
  );
  const steps = await Array.fromAsync(readTranscript({ path, sessionId: SESSION, redact: keepAll }));
  expect(steps.length).toBeGreaterThan(3);
});

test("a file that is not there, or has not changed, is no bytes and nothing added", async () => {
  const nothing = {
    added: { prompts: 0, observations: 0, responses: 0, events: 0 },
    bytes: 0,
    skipped: 0,
    unknown: {},
    sessions: new Map(),
  };
  expect(await run()).toEqual(nothing);
  writeFileSync(path, toJsonl(twoTurns()));
  const { bytes, added, skipped } = await run();
  expect({ bytes, added, skipped }).toEqual({
    bytes: Buffer.byteLength(toJsonl(twoTurns())),
    added: { prompts: 3, observations: 3, responses: 2, events: 2 },
    skipped: 0,
  });
  expect(await run()).toEqual(nothing);
});

test("a span in which a session was off begins with its first moment and ends before its last", async () => {
  writeFileSync(path, toJsonl(twoTurns()));
  await run();
  const [first = 0, second = 0] = (await kept()).prompts.map(({ at }) => at).sort((a, b) => a - b);
  const asked = async (span: TimeSpan) => {
    await store.close();
    store = await openStore({ database: join(folder, `${span.from}-${span.to}.db`) });
    offsets = memoryOffsets();
    await run({ offSpans: () => [span] });
    return (await kept()).prompts.map(({ at }) => at);
  };
  expect(await asked({ from: first, to: second })).not.toContain(first);
  expect(await asked({ from: first + 1, to: second })).toContain(first);
  expect(await asked({ from: first, to: second })).toContain(second);
  expect(await asked({ from: first, to: second + 1 })).not.toContain(second);
});

test("a session begins with its first line, also where that line alone leaves no record", async () => {
  const s = script("new");
  writeFileSync(path, toJsonl([s.call("t1", "Bash", { command: "ls" }), s.result("t1", "one")]));
  await run();
  const found = await recordsIn(store).session(SESSION);
  expect([found?.session.startedAt, found?.observations[0]?.at]).toEqual([
    1_700_000_001_000, 1_700_000_002_000,
  ]);
});

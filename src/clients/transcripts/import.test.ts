import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { keepAll, memoryOffsets, script, toJsonl } from "../../../test/fixtures/transcript-lines.ts";
import { openStore } from "../../store/open.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { override } from "../../store/store.ts";
import { projectsDir } from "./find.ts";
import { type ImportOptions, type ImportProgress, importTranscripts } from "./import.ts";

let folder: string;
let store: Store;
let base: ImportOptions;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pawl-import-"));
  store = await openStore({ database: join(folder, "pawl.db") });
  base = {
    store,
    offsets: memoryOffsets(),
    paths: [projectsDir(folder)],
    redact: keepAll,
    projectOf: (cwd) => cwd,
    now: () => 1_800_000_000_000,
  };
  for (const id of ["s1", "s2", "s3"]) write(`shop/${id}.jsonl`, oneTurn(id));
  const agent = script("new", "s1", "agent7");
  const subagent = [
    agent.user("Look"),
    agent.call("a1", "LS", {}),
    agent.result("a1", "x"),
    agent.say("Seen."),
  ];
  write("shop/s1/subagents/agent-agent7.jsonl", subagent);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function oneTurn(id: string) {
  const s = script("new", id);
  return [
    s.user(`Ask ${id}`),
    s.call(`t-${id}`, "Bash", { command: "ls" }),
    s.result(`t-${id}`, "x"),
    s.say("Yes."),
  ];
}

function write(name: string, lines: Record<string, unknown>[]): string {
  const path = join(projectsDir(folder), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, toJsonl(lines));
  return path;
}

async function run(options: Partial<ImportOptions> = {}) {
  const progress: ImportProgress[] = [];
  const onProgress = (now: ImportProgress) => progress.push({ ...now });
  return { result: await importTranscripts({ ...base, ...options, onProgress }), progress };
}

test("all sessions and their subagents are imported; a second run imports nothing", async () => {
  const { result, progress } = await run();
  expect(result).toMatchObject({
    files: 4,
    sessions: 3,
    prompts: 3,
    observations: 4,
    skipped: 0,
    failed: [],
  });
  const last = progress.at(-1);
  expect(last).toMatchObject({ files: 4, filesDone: 4, bytesDone: last?.bytes });
  expect((await run()).result).toMatchObject({
    files: 4,
    prompts: 0,
    observations: 0,
    bytes: 0,
  });
  const first = await recordsIn(store).session("s1");
  expect(first?.observations.map((o) => o.agentId).sort()).toEqual(["agent7", undefined]);
  expect(first?.session).toMatchObject({ status: "ended", endReason: "imported" });
  expect(first?.session.transcriptPath).toEndWith("s1.jsonl");
});

test("each file reports its sessions once they are stored", async () => {
  const injected: string[] = [];
  const onSession = async (id: string, isOwn: boolean) => {
    const stored = (await recordsIn(store).session(id))?.observations.length ?? 0;
    injected.push(`${id} ${isOwn ? "own" : "agent"} ${stored > 0}`);
  };
  const { result } = await run({ onSession });
  expect(injected.sort()).toEqual(["s1 agent true", "s1 own true", "s2 own true", "s3 own true"]);
  expect(result.changed.sort()).toEqual(["s1", "s2", "s3"]);
  await run({ onSession });
  expect(injected).toHaveLength(4);
});

test("many files are imported, large ones in many steps", async () => {
  for (let i = 0; i < 12; i++) {
    const s = script("new", `many${i}`);
    const lines = [s.user("Ask")];
    for (let call = 0; call < 130; call++) {
      lines.push(s.call(`t${i}-${call}`, "Bash", { command: `run ${call}` }));
      lines.push(s.result(`t${i}-${call}`, "x".repeat(9_000)));
    }
    write(`many/many${i}.jsonl`, [...lines, s.say("Done.")]);
  }
  const { result } = await run();
  expect(result).toMatchObject({ files: 16, failed: [], observations: 4 + 12 * 130 });
});

test("sessions that are off are skipped", async () => {
  await run({ offSpans: (id) => (id === "s2" ? [{ from: 0, to: Number.POSITIVE_INFINITY }] : []) });
  expect(await recordsIn(store).session("s2")).toBeUndefined();
  expect(await recordsIn(store).session("s3")).toBeDefined();
});

test("files last written before `since` are skipped", async () => {
  const old = write("shop/old.jsonl", oneTurn("old"));
  utimesSync(old, new Date(1000), new Date(1000));
  expect((await run({ since: 500_000 })).result.files).toBe(4);
});

const startedLive = (id: string, at: number) =>
  recordsIn(store).record({
    session: { id, project: "/p", cwd: "/p", at },
    events: [{ key: `${id} start`, sessionId: id, at, redaction: 1, event: "SessionStart", body: "{}" }],
  });

test("an imported session is over, also one of today; one that hooks recorded may still run", async () => {
  await startedLive("s1", 1_700_000_000_000);
  await run({ now: () => 1_700_000_010_000 });
  const status = async (id: string) => (await recordsIn(store).session(id))?.session.status;
  expect([await status("s1"), await status("s2")]).toEqual(["active", "ended"]);
});

test("an unreadable file does not affect the others", async () => {
  const broken = override(base.offsets, recordsIn, {
    transcriptOffset: async (path) => {
      if (path.endsWith("s2.jsonl")) throw new Error("unreadable");
      return undefined;
    },
  });
  const { result } = await run({ offsets: broken });
  expect(result.failed.map((f) => f.path.endsWith("s2.jsonl"))).toEqual([true]);
  expect(result.prompts).toBe(2);
});

test("stopped, it can be run again, and everything is there once", async () => {
  const abort = new AbortController();
  abort.abort();
  expect((await run({ signal: abort.signal })).result).toMatchObject({ aborted: true, prompts: 0 });
  expect((await run()).result).toMatchObject({ aborted: false, prompts: 3, observations: 4 });
});

test("a session that hooks recorded is over after six hours, to the millisecond", async () => {
  const newest = 1_700_000_004_000;
  await startedLive("s2", newest);
  const status = async (now: number) => {
    await run({ now: () => now, offsets: memoryOffsets() });
    return (await recordsIn(store).session("s2"))?.session.status;
  };
  const hours = 6 * 3_600_000;
  expect(await status(newest + hours)).toBe("active");
  expect(await status(newest + hours + 1)).toBe("ended");
});

test("a file that was stopped in the middle counts for nothing", async () => {
  const abort = new AbortController();
  const record: ReturnType<typeof recordsIn>["record"] = (batch) => {
    abort.abort();
    return recordsIn(store).record(batch);
  };
  const stopped = override(base.store, recordsIn, {
    record,
    endSession: () => Promise.reject(new Error("not over")),
  });
  const { result } = await run({ store: stopped, signal: abort.signal });
  expect(result).toMatchObject({ aborted: true, files: 0, sessions: 0, changed: [], failed: [] });
});

test("the whole takes as long as the clock says", async () => {
  const times = [1_800_000_000_000, 1_800_000_002_500];
  const { result } = await run({ now: () => times.shift() ?? 0 });
  expect(result.seconds).toBe(2.5);
});

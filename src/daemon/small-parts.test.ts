/** Small parts of the services, at their edges. */

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asked } from "../../test/contract/fixtures.ts";
import { memory, openTempStore, PROJECT } from "../../test/temp-store.ts";
import { findExitCode } from "../clients/transcripts/exit-code.ts";
import { daySpanAt, toDaySpan } from "../history/day/span.ts";
import { memoriesIn } from "../memory/sql/index.ts";
import { searchProject } from "../search/group-hits.ts";
import { recordsIn } from "../store/records/queries.ts";
import { leavingOut } from "./leave-out.ts";

test("a day is a span from midnight to midnight; what is no day is none", () => {
  const day = toDaySpan("2026-03-10");
  expect(day).toEqual({
    day: "2026-03-10",
    from: new Date(2026, 2, 10).getTime(),
    to: new Date(2026, 2, 11).getTime(),
  });
  expect(toDaySpan("1971-01-01")?.from).toBe(new Date(1971, 0, 1).getTime());
  for (const wrong of ["1970-12-31", "2026-02-30", "2026-13-01", "2026-3-1", "", "x2026-03-10", "0000-00-00"])
    expect(toDaySpan(wrong)).toBeUndefined();
  expect(daySpanAt(new Date(2026, 2, 10, 23, 59).getTime())).toEqual(day as never);
  expect(() => daySpanAt(0)).toThrow(RangeError);
});

test("what the user wants left out is taken by no way, and the session stays out", async () => {
  await using at = await openTempStore();
  const store = leavingOut(at.store, {
    folder: (cwd: string) => cwd.includes("private"),
  } as never);
  const none = { prompts: 0, observations: 0, responses: 0, events: 0 };
  expect(await recordsIn(store).record(asked("out", 1, "Hi", { cwd: "/private" }))).toEqual(none);
  expect(await recordsIn(store).record(asked("out", 2, "Still", { cwd: "/public" }))).toEqual(none);
  expect(await recordsIn(store).record(asked("in", 1, "Hi"))).toEqual({ ...none, prompts: 1 });
  expect(await recordsIn(at.store).session("out")).toBeUndefined();
  const offset = (path: string) => ({ path, size: 1, mtimeMs: 1, dev: 1, ino: 1, offset: 1, state: "{}" });
  await recordsIn(store).saveTranscriptOffset(offset("/t/out.jsonl"));
  await recordsIn(store).saveTranscriptOffset(offset("/t/out/subagents/agent.jsonl"));
  await recordsIn(store).saveTranscriptOffset(offset("/t/in.jsonl"));
  expect(await recordsIn(at.store).transcriptOffset("/t/out.jsonl")).toBeUndefined();
  expect(await recordsIn(at.store).transcriptOffset("/t/out/subagents/agent.jsonl")).toBeUndefined();
  expect(await recordsIn(at.store).transcriptOffset("/t/in.jsonl")).toEqual(offset("/t/in.jsonl"));
});

test("a search of a project finds the client's memories of its other folders, by score, and no others of them", async () => {
  await using at = await openTempStore();
  await memoriesIn(at.store).saveMemory(memory("project://here", "quibble rule here"));
  await memoriesIn(at.store).saveMemory(
    memory("client://there", "quibble rule there", { project: "/projects/two" }),
  );
  await memoriesIn(at.store).saveMemory(
    memory("project://there", "quibble rule of theirs", { project: "/projects/two" }),
  );
  const found = async (more: object = {}, folders = [PROJECT, "/projects/two"]) =>
    (await searchProject(at.store, { text: "quibble", project: PROJECT, limit: 9, ...more }, folders))
      .map(({ uri }) => uri)
      .sort();
  expect(await found()).toEqual(["client://there", "project://here"]);
  expect(await found({ type: "memory" })).toEqual(["client://there", "project://here"]);
  expect(await found({ type: "prompt" })).toEqual([]);
  expect(await found({}, [PROJECT])).toEqual(["project://here"]);
  expect(await found({ limit: 1 })).toHaveLength(1);
  const hits = await searchProject(at.store, { text: "quibble", project: PROJECT, limit: 9 }, [
    "/projects/two",
  ]);
  const scores = hits.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test("a command's exit code is looked for again when the line is not there yet; without one there is none", async () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-exit-"));
  try {
    const path = join(dir, "rollout-2026-06-20T10-00-00-01a1e000-0000-7000-8000-000000000001.jsonl");
    const item = { type: "CommandExecution", id: "c", exit_code: 4, aggregated_output: "" };
    const payload = { type: "item_completed", turn_id: "t", item };
    const line = JSON.stringify({ timestamp: "2026-06-20T10:00:00.000Z", type: "event_msg", payload });
    expect(await findExitCode({ transcriptPath: path, callId: "c" })).toBeUndefined();
    const finding = findExitCode({ transcriptPath: path, callId: "c" });
    writeFileSync(path, `${line}\n`);
    expect(await finding).toBe(4);
    expect(await findExitCode({ transcriptPath: path, callId: "c" })).toBe(4);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

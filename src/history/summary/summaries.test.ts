import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playing } from "../../../test/memory-session.ts";
import { openTestApp } from "../../daemon/test-app.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { AgentSDK } from "../../model/agent-sdk.ts";
import { createWriteSummary } from "../../model/write-summary.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { openSummaryJobs } from "./summary-jobs.ts";

/** The one part that costs money; the rest is the real thing. */
function modelThat(answers: () => string) {
  const calls: { prompt: string; options: Record<string, unknown> }[] = [];
  const query = async function* (call: (typeof calls)[number]) {
    calls.push(call);
    yield { type: "result", subtype: "success", is_error: false, result: answers() };
  };
  const load = async () => ({ query }) as unknown as AgentSDK;
  return { calls, writeSummary: createWriteSummary({ env: { HOME: "/home/ada" }, load }) };
}

const ANSWER =
  '```json\n{"summary": ["Totals are rounded."], "rules": ["In this shop money is whole cents.", "Never round at all."]}\n```';

async function work(app: Awaited<ReturnType<typeof openTestApp>>, id: string) {
  const session = playing(app, id);
  // No rule by its form: only the model takes it for one.
  await session.ask("Round the totals. Is it right that in this shop  money is whole cents?");
  await session.end();
}

test("without a provider no model is ever asked", async () => {
  const { calls, writeSummary } = modelThat(() => ANSWER);
  await using app = await openTestApp({ writeSummary });
  await work(app, "one");
  await app.service.summaries.work();
  expect(calls).toEqual([]);
});

test("a model's summary and proposals are kept; the child has no settings, no record, and Pawl's mark", async () => {
  const { calls, writeSummary } = modelThat(() => ANSWER);
  const summaries = { provider: "claude", perHour: 1, model: "haiku" } as const;
  await using app = await openTestApp({ writeSummary, settings: { summaries } });
  await work(app, "one");
  await work(app, "two");
  await app.service.summaries.work();
  expect((await recordsIn(app.store).session("one"))?.summary?.text).toBe("Totals are rounded.");
  expect((await recordsIn(app.store).session("two"))?.summary?.text).not.toBe("Totals are rounded.");
  const proposed = await memoriesIn(app.store).memories({ project: app.dir, status: ["proposed"], limit: 9 });
  expect(proposed).toMatchObject([{ origin: "model", content: "In this shop money is whole cents." }]);
  expect(calls).toHaveLength(1);
  expect(calls[0]?.prompt).toContain("Round the totals");
  expect(calls[0]?.options).toMatchObject({
    tools: [],
    settingSources: [],
    persistSession: false,
    env: { PAWL_GUARD: "1" },
  });
  // What is left over the hour's number waits, also for the next daemon.
  expect(openSummaryJobs(app.home.summaryJobs).waiting()).toEqual(["two"]);
});

test("what the transcript adds after the end does not cost the model's summary; a session that goes on is not kept to it", async () => {
  const { calls, writeSummary } = modelThat(() => ANSWER);
  const summaries = { provider: "claude", perHour: 9, model: "haiku" } as const;
  await using app = await openTestApp({ writeSummary, settings: { summaries } });
  const session = playing(app, "one");
  const transcript_path = join(app.dir, "one.jsonl");
  await session.ask("Round the totals");
  await session.end();
  await app.service.summaries.work();
  const call = { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } };
  const line = { sessionId: "one", cwd: app.dir, timestamp: new Date().toISOString() };
  const late = [
    { ...line, uuid: "u1", type: "assistant", message: { id: "m1", content: [call] } },
    {
      ...line,
      uuid: "u2",
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: "t1", content: "x" }] },
    },
  ];
  writeFileSync(transcript_path, late.map((one) => `${JSON.stringify(one)}\n`).join(""));
  await session.fire("SubagentStop", { transcript_path });
  await app.service.idle();
  await app.service.summaries.work();
  expect((await recordsIn(app.store).session("one"))?.observations).toHaveLength(1);
  expect((await recordsIn(app.store).session("one"))?.summary?.text).toBe("Totals are rounded.");
  expect(calls).toHaveLength(2);
  await session.ask("And the taxes");
  await session.stop();
  await app.service.summaries.work();
  expect((await recordsIn(app.store).session("one"))?.summary?.text).toContain("And the taxes");
  expect(calls).toHaveLength(2);
});

test("an answer that is none leaves the extracted summary and is not asked for again", async () => {
  const { calls, writeSummary } = modelThat(() => "I would rather not.");
  const summaries = { provider: "claude", perHour: 5, model: "haiku" } as const;
  await using app = await openTestApp({ writeSummary, settings: { summaries } });
  await work(app, "one");
  await app.service.summaries.work();
  await app.service.summaries.work();
  expect(calls).toHaveLength(1);
  expect((await recordsIn(app.store).session("one"))?.summary?.text).toContain("Round the totals");
  const jobs = openSummaryJobs(app.home.summaryJobs);
  expect([jobs.waiting(), jobs.isWritten("one")]).toEqual([[], false]);
  expect(app.service.counts()).toMatchObject({ summary_error: 1 });
});

test("a session that waits for its summary and goes on waits no longer", async () => {
  const { calls, writeSummary } = modelThat(() => ANSWER);
  const summaries = { provider: "claude", perHour: 1, model: "haiku" } as const;
  await using app = await openTestApp({ writeSummary, settings: { summaries } });
  await work(app, "one");
  await work(app, "two");
  await app.service.summaries.work();
  expect(openSummaryJobs(app.home.summaryJobs).waiting()).toEqual(["two"]);
  await playing(app, "two").ask("It was not the end");
  await playing(app, "one").ask("Nor here");
  const jobs = openSummaryJobs(app.home.summaryJobs);
  expect([jobs.waiting(), jobs.isWritten("one")]).toEqual([[], false]);
  expect(calls).toHaveLength(1);
});

test("the list survives a restart and counts the last hour only", () => {
  const dir = mkdtempSync(join(tmpdir(), "pawl-jobs-"));
  try {
    const path = join(dir, "jobs.json");
    const jobs = openSummaryJobs(path);
    for (const id of ["a", "b", "b"]) jobs.add(id);
    expect(jobs.begin(1000, 1)).toBe("a");
    const again = openSummaryJobs(path);
    expect(again.waiting()).toEqual(["a", "b"]);
    expect(again.begin(2000, 1)).toBeUndefined();
    expect(again.begin(1000 + 3_600_000, 1)).toBe("a");
    again.finish("a", true);
    const third = openSummaryJobs(path);
    expect(third.waiting()).toEqual(["b"]);
    expect([third.isWritten("a"), third.isWritten("b")]).toEqual([true, false]);
    third.drop("a");
    expect(openSummaryJobs(path).isWritten("a")).toBe(false);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

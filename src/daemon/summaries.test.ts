import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playing } from "../../test/memory-session.ts";
import type { AgentSDK } from "../engine/agent-sdk.ts";
import { createWriteSummary } from "../engine/write-summary.ts";
import { openSummaryJobs } from "../platform/summary-jobs.ts";
import { openTestApp } from "./test-app.ts";

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

const ANSWER = '```json\n{"summary": ["Totals are rounded."], "rules": ["Always round half to even."]}\n```';

async function work(app: Awaited<ReturnType<typeof openTestApp>>, id: string) {
  const session = playing(app, id);
  await session.ask("Round the totals");
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
  expect((await app.store.session("one"))?.summary?.text).toBe("Totals are rounded.");
  expect((await app.store.session("two"))?.summary?.text).not.toBe("Totals are rounded.");
  const proposed = await app.store.memories({ project: app.dir, status: ["proposed"], limit: 9 });
  expect(proposed).toMatchObject([{ origin: "model", content: "Always round half to even." }]);
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

test("an answer that is none leaves the extracted summary and is not asked for again", async () => {
  const { calls, writeSummary } = modelThat(() => "I would rather not.");
  const summaries = { provider: "claude", perHour: 5, model: "haiku" } as const;
  await using app = await openTestApp({ writeSummary, settings: { summaries } });
  await work(app, "one");
  await app.service.summaries.work();
  await app.service.summaries.work();
  expect(calls).toHaveLength(1);
  expect((await app.store.session("one"))?.summary?.text).toContain("Round the totals");
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
    again.finish("a");
    expect(openSummaryJobs(path).waiting()).toEqual(["b"]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

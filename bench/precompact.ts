/**
 * How long the daemon takes to answer the events of a compaction, with the histories of real sessions, a workflow, and a
 * `tasks.md` of 10 MB. From request to answer, including the recording of the event.
 *
 *   bun bench/precompact.ts <folder of .jsonl or .jsonl.gz transcripts> [--json]
 */

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTestApp } from "../src/daemon/test-app.ts";
import { recordsIn } from "../src/store/records/queries.ts";
import { WORKFLOWS } from "../src/work/workflow/stages.ts";
import { startWorkflow } from "../src/work/workflow/state.ts";
import { createWorkflow } from "../src/work/workflow-files.ts";
import { writePointer } from "../src/work/works.ts";
import { median } from "./statistics.ts";
import { readHistory } from "./transcript-history.ts";

const folder = process.argv[2];
if (folder === undefined) {
  console.error("Name a folder of transcripts: bun bench/precompact.ts <folder> [--json]");
  process.exit(2);
}

await using app = await openTestApp();
const tasks = join(app.dir, "specs", "features", "in-progress", "huge");
mkdirSync(tasks, { recursive: true });
writeFileSync(join(tasks, "tasks.md"), `## Tasks\n${"- [ ] one more thing to do\n".repeat(400_000)}`);

const times = new Map<string, number[]>();
/** Processor time from request to answer, which other work on the machine does not lengthen. */
const spent = new Map<string, number[]>();
let observations = 0;
for (const name of readdirSync(folder).sort()) {
  if (!/\.jsonl(\.gz)?$/.test(name)) continue;
  const { compactions, ...history } = readHistory(join(folder, name));
  for (const [n, compaction] of compactions.entries()) {
    const id = `${name.slice(0, 20)}-${n}`;
    const mine = <T extends { key: string }>(records: T[]): T[] =>
      records.map((record) => ({ ...record, key: `${id}/${record.key}`, sessionId: id }));
    await recordsIn(app.store).record({
      session: { id, project: app.dir, cwd: app.dir, at: Date.now() },
      prompts: mine(history.prompts.slice(0, compaction.prompts)),
      observations: mine(history.observations.slice(0, compaction.observations)),
      responses: mine(history.responses.slice(0, compaction.responses)),
    });
    observations = Math.max(observations, compaction.observations);
    const now = new Date().toISOString();
    const workflow = { name: "full", stages: WORKFLOWS.full };
    const work = join(app.home.dir, "work", "bench", id);
    const started = startWorkflow(workflow, { sessionId: id, now });
    await createWorkflow(work, { ...started, sessions: [id], project: app.dir, worktree: app.dir });
    await writePointer(app.home.dir, id, work);
    await measure("PreCompact", id, { trigger: "auto" });
    await measure("SessionStart", id, { source: "compact" });
    await measure("PostCompact", id, { compact_summary: compaction.summary });
  }
}

async function measure(event: string, id: string, more: object): Promise<void> {
  const body = { hook_event_name: event, session_id: id, cwd: app.dir, ...more };
  const before = process.cpuUsage();
  const began = performance.now();
  const answer = await app.post("/hook", body);
  await answer.json();
  times.set(event, [...(times.get(event) ?? []), performance.now() - began]);
  const { user, system } = process.cpuUsage(before);
  spent.set(event, [...(spent.get(event) ?? []), (user + system) / 1000]);
  // What is written after the answer is neither awaited by the client nor counted here.
  await app.service.idle();
}

const figures = [...times].map(([event, list]) => {
  const sorted = list.sort((a, b) => a - b);
  return {
    event,
    count: list.length,
    medianMs: sorted[list.length >> 1] ?? 0,
    slowestMs: sorted.at(-1) ?? 0,
    processorMs: median(spent.get(event) ?? []),
  };
});
if (process.argv.includes("--json")) console.log(JSON.stringify({ observations, figures }));
else {
  console.log(
    `| event (largest session: ${observations} tool calls) | count | median | slowest | processor |`,
  );
  console.log("|---|---:|---:|---:|---:|");
  for (const { event, count, medianMs, slowestMs, processorMs } of figures) {
    console.log(
      `| ${event} | ${count} | ${medianMs.toFixed(1)} ms | ${slowestMs.toFixed(1)} ms | ${processorMs.toFixed(1)} ms |`,
    );
  }
}

/**
 * The worst moment for hooks: a large history was imported, nothing of it is indexed yet, and a session begins. Prints
 * how long `pawl up` takes, and how long hooks wait while the work thread indexes:
 * `bun bench/after-import.ts [SESSIONS]`.
 */
import { Database } from "bun:sqlite";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { WORD_TABLES } from "../src/store/index/word-index.ts";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { createPawl } from "../test/e2e/pawl.ts";
import { writeTranscript } from "../test/faults/records.ts";
import { postToolUse, userPrompt } from "./events.ts";
import { describeMachine } from "./machine.ts";
import { processorTime } from "./processor-time.ts";
import { sampleText } from "./sample.ts";
import { median, percentile } from "./statistics.ts";

const sessions = Number(process.argv[2] ?? 200);
const CALLS = 100;
const EVENTS = 300;
const EVERY_MS = 20;

await using scratch = await createScratch({ git: true });
await using pawl = await createPawl(scratch);
for (let i = 0; i < sessions; i++)
  writeTranscript(scratch.home, `s${i}`, CALLS, sampleText(i).slice(0, 4000));
const importing = performance.now();
await pawl.run(["import", "--since", "2001-01-01"]);
const imported = (performance.now() - importing) / 1000;
{
  using db = new Database(join(pawl.home, "pawl.db"));
  for (const table of WORD_TABLES.filter((name) => name !== "memory_stems"))
    db.run(`insert into ${table} (${table}) values ('delete-all')`);
  db.run("update word_state set indexed_to = 0");
}
const from = performance.now();
await pawl.run(["up"]);
const up = performance.now() - from;
const pid = await pawl.pid();
const token = (await readFile(join(pawl.home, "hook-token"), "utf8")).trim();
const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
async function post(body: string): Promise<number> {
  const sent = performance.now();
  await (await fetch(`${pawl.url}/hook`, { method: "POST", headers, body })).text();
  return performance.now() - sent;
}
const before = processorTime(pid);
const first = await post(userPrompt(0, scratch.project));
const took: number[] = [];
for (let i = 1; i < EVENTS; i++) {
  took.push(await post(i % 10 === 0 ? userPrompt(i, scratch.project) : postToolUse(i, scratch.project)));
  await Bun.sleep(EVERY_MS);
}
const { unindexed } = await pawl.json<{ unindexed: number }>(["status"]);
const after = processorTime(pid);
console.log(describeMachine());
console.log(
  `imported and indexed ${sessions * CALLS} calls in ${imported.toFixed(1)} s; then the index was emptied`,
);
console.log(`pawl up: ${up.toFixed(0)} ms; the first prompt: ${first.toFixed(1)} ms`);
console.log(
  `${EVENTS} events meanwhile: median ${median(took).toFixed(1)}, p95 ${percentile(took, 95).toFixed(1)}, longest ${percentile(took, 100).toFixed(1)} ms; ${unindexed} still not indexed`,
);
console.log(
  `processor time an event: answering thread ${((after.main - before.main) / EVENTS).toFixed(2)} ms; work thread and others ${(after.all - before.all - after.main + before.main).toFixed(0)} ms in all`,
);

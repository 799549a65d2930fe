/**
 * How long the hooks of other sessions wait while one large tool result comes in: `bun bench/large-event.ts [MB]`. Small
 * events go out all the time, one after another; the same without the large one is printed beside it.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { createPawl } from "../test/e2e/pawl.ts";
import { postToolUse } from "./events.ts";
import { describeMachine } from "./machine.ts";
import { processorTime } from "./processor-time.ts";
import { median, percentile } from "./statistics.ts";

const megabytes = Number(process.argv[2] ?? 8);
const ROUNDS = 10;
const AROUND_MS = 400;

await using scratch = await createScratch({ git: true });
await using pawl = await createPawl(scratch);
await pawl.run(["up"]);
const token = (await readFile(join(pawl.home, "hook-token"), "utf8")).trim();
const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
const pid = await pawl.pid();

async function post(body: string): Promise<number> {
  const from = performance.now();
  const response = await fetch(`${pawl.url}/hook`, { method: "POST", headers, body });
  await response.text();
  if (response.status !== 200) throw new Error(`POST /hook answered ${response.status}`);
  return performance.now() - from;
}

let sent = 0;
const small = () => post(postToolUse(sent++, scratch.project));
function large(i: number): string {
  const event = JSON.parse(postToolUse(i, scratch.project, "large")) as Record<string, unknown>;
  const line = `${i} a line of a very long output with some words in it and a number ${i}\n`;
  return JSON.stringify({ ...event, tool_response: line.repeat((megabytes * 1e6) / line.length) });
}

/** The longest wait of a small event within a while. */
async function longest(meanwhile: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  let isOver = false;
  const other = meanwhile().then(() => {
    isOver = true;
  });
  let most = 0;
  while (!isOver || performance.now() - from < AROUND_MS) most = Math.max(most, await small());
  await other;
  return most;
}

for (let i = 0; i < 200; i++) await small();
const quiet: number[] = [];
const beside: number[] = [];
const cpu: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  quiet.push(await longest(async () => undefined));
  const body = large(round);
  const before = processorTime(pid).main;
  await post(body);
  cpu.push(processorTime(pid).main - before);
  beside.push(await longest(() => post(large(round + ROUNDS))));
}
console.log(describeMachine());
const show = (name: string, values: number[]) =>
  console.log(
    `${name}: median ${median(values).toFixed(1)} ms, worst ${percentile(values, 100).toFixed(1)} ms`,
  );
show(`longest wait of a small event, alone`, quiet);
show(`longest wait of a small event beside one of ${megabytes} MB`, beside);
show(`processor time of the answering thread for one of ${megabytes} MB`, cpu);

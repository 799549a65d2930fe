/**
 * What Pawl's own work for one tool result of 8 kB costs, in processor time, compared with an empty HTTP server that
 * gets the same requests in the same run: `bun bench/hook-work.ts [EVENTS]`.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { createPawl } from "../test/e2e/pawl.ts";
import { postToolUse } from "./events.ts";
import { describeMachine } from "./machine.ts";
import { processorTime } from "./processor-time.ts";
import { startEmptyServer } from "./start-empty-server.ts";

const WARM_UP = 300;
const events = Number(process.argv[2] ?? 2000);

await using scratch = await createScratch({ git: true });
await using pawl = await createPawl(scratch);
await using empty = await startEmptyServer();
await pawl.run(["up"]);
const token = (await readFile(join(pawl.home, "hook-token"), "utf8")).trim();
const headers = {
  "Content-Type": "application/json",
  Authorization: `Bearer ${token}`,
  "User-Agent": "axios/1.15.2",
};
const keeper = (JSON.parse(await readFile(join(pawl.home, "keeper.json"), "utf8")) as { pid: number }).pid;
const pids = { empty: empty.pid, keeper, daemon: await pawl.pid() };
const times = () => Object.values(pids).map(processorTime);

async function post(url: string, body: string): Promise<void> {
  const response = await fetch(url, { method: "POST", headers, body });
  await response.text();
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
}

let before = times();
for (let i = -WARM_UP; i < events; i++) {
  if (i === 0) before = times();
  const body = postToolUse(i + WARM_UP, scratch.project);
  await post(empty.url, body);
  await post(`${pawl.url}/hook`, body);
}
// Indexing and what else goes on after the answers belongs to them.
const { unindexed } = await waitForIndex();
const after = times();
const cost = Object.keys(pids).map((name, i) => ({
  name,
  main: ((after[i]?.main ?? 0) - (before[i]?.main ?? 0)) / events,
  all: ((after[i]?.all ?? 0) - (before[i]?.all ?? 0)) / events,
}));
const base = cost[0]?.all ?? Number.NaN;
console.log(
  `${describeMachine()}\n\nProcessor time for one PostToolUse of 8 kB, ${events} events, ${unindexed} not indexed:\n`,
);
for (const { name, main, all } of cost)
  console.log(
    `${name.padEnd(8)} main thread ${main.toFixed(3)} ms (${(main / base).toFixed(2)} ×), all threads ${all.toFixed(3)} ms (${(all / base).toFixed(2)} ×)`,
  );

async function waitForIndex(): Promise<{ unindexed: number }> {
  for (let look = 0; look < 100; look++) {
    const state = await pawl.json<{ unindexed: number }>(["status"]);
    if (state.unindexed === 0) return state;
    await Bun.sleep(100);
  }
  return pawl.json<{ unindexed: number }>(["status"]);
}

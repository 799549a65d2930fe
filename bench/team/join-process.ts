/**
 * A machine that joins a large project, in a process of its own so that its memory can be told: started by
 * `bench/team.ts` with a member's `team.json`, an empty folder and the project's name. Prints JSON.
 */

import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { needTeam } from "../../src/team/config.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import { openBar } from "../scale/progress-bar.ts";
import { ownMs } from "./server-cost.ts";
import { openMember } from "./simulated-member.ts";

const [file = "", dir = "", project = "", records = "0"] = process.argv.slice(2);
const IDLE_ROUNDS = 20;

const peakBytes = (): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) * 1024;

await using member = await openMember(needTeam(file), dir);
await member.checkOut(project, 0);
const beforeBytes = process.memoryUsage.rss();
const bar = openBar(`join of ${records} records`, Number(records));
const watch = setInterval(async () => bar.show((await teamIn(member.store).teamCounts()).records), 5_000);
const [startedAt, cpu0] = [performance.now(), ownMs()];
const { pulled } = await member.team.sync();
const [seconds, cpuMs] = [(performance.now() - startedAt) / 1000, ownMs() - cpu0];
clearInterval(watch);
bar.close();

const idle0 = ownMs();
for (let round = 0; round < IDLE_ROUNDS; round++) {
  const again = await member.team.sync();
  if (again.pulled + again.pushed > 0) throw new Error("a machine that has everything got something");
}
const joined = {
  pulled,
  seconds,
  cpuMs,
  beforeBytes,
  peakBytes: peakBytes(),
  storeBytes: statSync(join(dir, "pawl.db")).size,
  idleCpuMs: (ownMs() - idle0) / IDLE_ROUNDS,
};
console.log(JSON.stringify(joined));

export type Joined = typeof joined;

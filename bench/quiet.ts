/**
 * What a session of 20 tool calls waits for when something happens to Pawl in the middle of it: `bun bench/quiet.ts`.
 * Sessions differ by more than what is measured, so each is compared with itself: the calls from the fault on against the
 * median call of the same session. The row "nothing" shows how much of that is noise.
 */
import { readFileSync } from "node:fs";
import { ensurePrograms } from "../src/platform/programs.ts";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { CALLS, FAULTS, playInterrupted } from "../test/e2e/interrupted-session.ts";
import { createPawl } from "../test/e2e/pawl.ts";
import { median } from "./statistics.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
const FIRST_AFFECTED = 6;

await ensurePrograms();
console.log(`| what happens | added in all, median of ${ROUNDS} (range) | notices |\n|---|---|---|`);
for (const fault of [undefined, ...FAULTS]) {
  const added: number[] = [];
  let notices = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await using played = await playInterrupted(fault, "headless");
    if (played.turnMs.length !== CALLS) throw new Error(`${played.turnMs.length} of ${CALLS} calls`);
    const usual = median(played.turnMs);
    added.push(played.turnMs.slice(FIRST_AFFECTED).reduce((sum, ms) => sum + ms - usual, 0));
    notices += played.notices.length;
  }
  const range = `${Math.round(Math.min(...added))} to ${Math.round(Math.max(...added))}`;
  console.log(`| ${fault?.name ?? "nothing"} | ${Math.round(median(added))} ms (${range}) | ${notices} |`);
}

await using scratch = await createScratch();
await using pawl = await createPawl(scratch);
await pawl.run(["up", "--no-open"]);
const rollup = readFileSync(`/proc/${await pawl.keeperPid()}/smaps_rollup`, "utf8");
const kilobytes = (name: string) => Number(new RegExp(`^${name}: *(\\d+)`, "m").exec(rollup)?.[1] ?? 0);
const own = kilobytes("Private_Clean") + kilobytes("Private_Dirty");
console.log(
  `\nkeeper: ${(own / 1000).toFixed(1)} MB private, ${(kilobytes("Rss") / 1000).toFixed(1)} MB resident`,
);

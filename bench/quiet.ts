/**
 * What a session of 20 tool calls waits for when something happens to Pawl in the middle of it: `bun bench/quiet.ts`.
 * Sessions differ by more than what is measured, so each is compared with itself: the calls from the fault on against the
 * median call of the same session. The rows "nothing" and "without Pawl" show how much of that is noise, and the rounds are
 * taken in turns, so that a busy moment of the machine meets every row. The last column is the slowest single call: a frozen
 * daemon costs one wait, once.
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
const rows = [
  { name: "without Pawl", fault: undefined, withPawl: false },
  { name: "nothing", fault: undefined, withPawl: true },
  ...FAULTS.map((fault) => ({ name: fault.name, fault, withPawl: true })),
].map((row) => ({
  ...row,
  added: [] as number[],
  calls: [] as number[],
  slowest: [] as number[],
  notices: 0,
}));

for (let round = 0; round < ROUNDS; round++) {
  for (const row of rows) {
    await using played = await playInterrupted(row.fault, "headless", row);
    if (played.turnMs.length !== CALLS) throw new Error(`${played.turnMs.length} of ${CALLS} calls`);
    const usual = median(played.turnMs);
    const affected = played.turnMs.slice(FIRST_AFFECTED);
    row.added.push(affected.reduce((sum, ms) => sum + ms - usual, 0));
    row.calls.push(usual);
    row.slowest.push(Math.max(...affected) - usual);
    row.notices += played.notices.length;
  }
}
console.log(`| what happens | a call | added in all, median of ${ROUNDS} (range) | slowest call | notices |`);
console.log("|---|---|---|---|---|");
for (const { name, added, calls, slowest, notices } of rows) {
  const ms = (value: number) => `${Math.round(value)} ms`;
  const range = `${Math.round(Math.min(...added))} to ${Math.round(Math.max(...added))}`;
  console.log(
    `| ${name} | ${ms(median(calls))} | ${ms(median(added))} (${range}) | +${ms(median(slowest))} | ${notices} |`,
  );
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

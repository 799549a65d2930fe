/**
 * bun bench/scale.ts [--sizes 10k,100k,1m] [--only answers|silence] [--slowest] [--check]
 *
 * How cost grows with the store. Stores are made from made-up sessions, kept in the user's cache folder
 * (PAWL_BENCH_CACHE names another), and copied for each run. The first run makes the million in five to ten minutes.
 * Cells: processor time of the daemon's answering thread, p50/p95 in ms, wall time in brackets. --check: exit code 1 if a
 * limit is missed at the largest size.
 * --only answers: hooks and searches, without waiting for the daemon to be idle. --slowest: also which of them took longest.
 * --only silence: how long the daemon answers nothing during doctor, forget, backup, import and migration.
 */
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { describeMachine } from "./machine.ts";
import {
  type Column,
  type Figure,
  LIMITS,
  missesOf,
  ofNumber,
  toGrowthTable,
  toSlowest,
} from "./scale/figures.ts";
import { type MadeSize, madeSize, madeStore, SIZES } from "./scale/made-store.ts";
import { measureAnswers, measureIdleMemory } from "./scale/measure-answers.ts";
import { measureImport } from "./scale/measure-silence.ts";
import { measureWhole } from "./scale/measure-whole.ts";
import { startOn } from "./scale/running-daemon.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "10k,100k,1m" },
    check: { type: "boolean", default: false },
    only: { type: "string" },
    slowest: { type: "boolean", default: false },
  },
});
if (values.only !== undefined && !["answers", "silence"].includes(values.only))
  throw new Error("--only knows: answers, silence");
const isOnlyAnswers = values.only === "answers";
const isOnlySilence = values.only === "silence";
const asked = values.sizes.split(",").map(madeSize);

console.log(`${describeMachine()}\n`);
const sizes = SIZES.filter((size) => asked.includes(size));
const columns: Column[] = [];
for (const size of sizes) columns.push(await measure(size));
console.log(
  toGrowthTable(
    sizes.map(({ name }) => name),
    columns,
  ),
);
const missed = Object.keys(LIMITS).flatMap((name) =>
  missesOf(
    name,
    columns,
    sizes.map((size) => size.name),
  ),
);
for (const line of missed) console.error(`Missed: ${line}`);
if (values.check && missed.length > 0) process.exit(1);

async function measure(size: MadeSize): Promise<Column> {
  const database = await madeStore(size);
  const figures: Figure[] = [ofNumber("bytes an observation", statSync(database).size / size.observations)];
  {
    await using daemon = await startOn(database);
    figures.push(ofNumber("pawl up to the first answer (wall)", daemon.upMs, " ms"));
    const answers = isOnlySilence ? [] : await measureAnswers(daemon, database, size.projects);
    figures.push(...answers);
    if (values.slowest) console.log(toSlowest(size.name, answers));
    if (values.only === undefined) figures.push(...(await measureIdleMemory(daemon)));
    if (!isOnlyAnswers) {
      figures.push(...(await measureWhole(daemon, database)));
      figures.push(...(await measureImport(daemon)));
    }
  }
  return new Map(figures.map((figure) => [figure.what, figure]));
}

/**
 * Sessions that start without a daemon beside 2, 4 and 8 busy loops: `bun bench/cold-start.ts [--sessions N] [--check]`. Says with
 * which event each got what a start brings. `--check` fails if one got it not at all, or twice.
 */
import { parseArgs } from "node:util";
import { createScratch } from "../test/e2e/harness/scratch.ts";
import { createPawl } from "../test/e2e/pawl.ts";
import { sessionStart, userPrompt } from "./events.ts";
import { describeMachine } from "./machine.ts";
import { median, percentile } from "./statistics.ts";
import { missed, ms, type Row, toMarkdown } from "./table.ts";

const LOADS = [2, 4, 8];
/** The start, and prompts behind it. */
const EVENTS = 5;
const RULE = "Amounts are integers, in cents";

const { values } = parseArgs({
  options: { sessions: { type: "string", default: "5" }, check: { type: "boolean", default: false } },
});
const count = Number(values.sessions);
await using scratch = await createScratch({ git: true });
await using pawl = await createPawl(scratch);
await pawl.run(["remember", RULE]);
console.log(`${describeMachine()}\n`);

const rows: Row[] = [];
for (const load of LOADS) {
  const loops = Array.from({ length: load }, () => Bun.spawn([process.execPath, "-e", "for (;;);"]));
  const took: number[] = [];
  const arrivals: number[][] = [];
  try {
    for (let n = 0; n < count; n++) {
      await pawl.run(["down", "--all"]);
      const session = `cold-${load}-${n}`;
      const events = [
        sessionStart(scratch.project, session),
        ...Array.from({ length: EVENTS - 1 }, (_, i) => userPrompt(i, scratch.project, session)),
      ];
      const arrived: number[] = [];
      for (const [i, stdin] of events.entries()) {
        const from = performance.now();
        const { stdout } = await pawl.run(["hook"], { stdin });
        if (i === 0) took.push(performance.now() - from);
        if (stdout.includes(RULE)) arrived.push(i);
      }
      arrivals.push(arrived);
    }
  } finally {
    for (const loop of loops) loop.kill();
  }
  const wrong = arrivals.filter(({ length }) => length !== 1).length;
  const at = arrivals.map(
    (events) => events.map((i) => (i === 0 ? "start" : `event ${i + 1}`)).join("+") || "never",
  );
  rows.push({
    what: `session start without a daemon, ${load} busy loops`,
    median: ms(median(took)),
    p95: ms(percentile(took, 95)),
    compared: at.join(", "),
    limit: { value: wrong, most: 0, text: "each got it once" },
  });
}
console.log(toMarkdown(rows));
if (values.check && missed(rows).length > 0) process.exit(1);

/**
 * The page in a real browser: `bun bench/page.ts`. Made for it are 110,000 observations, with one session of 20,000
 * calls; `--million` takes the store of a million that bench/scale.ts makes and keeps.
 * `--only first,search,scroll,live,memory` measures a part, `--json` prints figures only, `--check` exits with 1 if a
 * target is missed. Wall times depend on the load; processor times and ratios within one run hardly do.
 */
import { parseArgs } from "node:util";
import { toDay } from "../src/history/day/span.ts";
import { findBrowser } from "../test/e2e/browser.ts";
import { describeMachine } from "./machine.ts";
import { fillDatabase } from "./many-observations.ts";
import { live } from "./page/live.ts";
import { listMemory, longTasks, memory, scrolling } from "./page/long-session.ts";
import { firstView, search } from "./page/views.ts";
import { openPageWorld } from "./page/world.ts";
import { type MadeSize, madeStore, UNTIL } from "./scale/made-store.ts";
import { missed, type Row, toMarkdown } from "./table.ts";

const { values } = parseArgs({
  options: {
    million: { type: "boolean", default: false },
    only: { type: "string", default: "first,search,scroll,live,memory" },
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const MILLION: MadeSize = { name: "1m", observations: 1_000_000, projects: 50 };
const MADE = { sessions: 450, calls: 200, longest: 20_000 };
const QUERIES = [
  "invoice rounding",
  "cookie",
  "total price cart",
  "theme-3.ts",
  "schema migrate worker",
  "npm",
];

const DAY_MS = 86_400_000;
/** Right after midnight there is nothing of today: then the day before is shown. */
const made = Date.now() - (new Date().getHours() < 12 ? DAY_MS / 2 : 60_000);

const path = findBrowser();
if (path === undefined) process.exit(2);

let longest = "";
await using world = await openPageWorld(path, async (database) => {
  if (values.million) return madeStore(MILLION);
  longest = await fillDatabase(database, { ...MADE, now: made });
  return undefined;
});
const wanted = new Set(values.only.split(","));
const rows: Row[] = [];
if (wanted.has("first"))
  rows.push(...(await firstView(world, toDay(values.million ? UNTIL - DAY_MS : made))));
// The words of the million store's own generator: rare ones, and such that every session has.
const queries = values.million
  ? ["orgetroin-error.ts", "kastaorlan", "stalanrecon value", "error", "wrong result test", "default value"]
  : QUERIES;
if (wanted.has("search")) rows.push(...(await search(world, queries)));
if (longest !== "" && wanted.has("scroll"))
  rows.push(...(await scrolling(world, longest)), await longTasks(world, longest));
if (wanted.has("live")) rows.push(await live(world));
if (wanted.has("memory")) rows.push(longest === "" ? await listMemory(world) : await memory(world, longest));

const observations = values.million ? MILLION.observations : (MADE.sessions - 1) * MADE.calls + MADE.longest;
const broken = missed(rows);
if (values.json) console.log(JSON.stringify(rows));
else console.log(`${describeMachine()} · ${observations} observations\n\n${toMarkdown(rows)}`);
for (const { what, limit } of broken)
  console.error(`Missed: ${what}: ${limit?.text}, measured ${limit?.value}`);
if (values.check && broken.length > 0) process.exitCode = 1;

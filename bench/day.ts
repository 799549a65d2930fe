/**
 * bun bench/day.ts [--minutes 10] [--rate 50] [--size 1m] [--check]
 *
 * A day's work on a large store, replayed in minutes: sessions side by side, as many events a second as asked, whether
 * or not the daemon keeps up. Before it the same kind of events, one at a time with a pause after each, for what is usual when
 * it is quiet. Prints errors, what was stored of what was sent, how long hooks took, and how memory, handles, log and database
 * change: the last third of the time against the middle one.
 */
import { Database } from "bun:sqlite";
import { parseArgs } from "node:util";
import { describeMachine } from "./machine.ts";
import { createDay } from "./scale/day-events.ts";
import { growthOf } from "./scale/growth.ts";
import { madeSize, madeStore } from "./scale/made-store.ts";
import { type Sample, takeSample } from "./scale/process-sample.ts";
import { openBar } from "./scale/progress-bar.ts";
import { type RunningDaemon, startOn } from "./scale/running-daemon.ts";
import { threadMs, threadWaitMs } from "./scale/thread-time.ts";
import { percentile } from "./statistics.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    rate: { type: "string", default: "50" },
    size: { type: "string", default: "1m" },
    check: { type: "boolean", default: false },
  },
});
const lengthMs = Number(values.minutes) * 60_000;
const rate = Number(values.rate);
/** At first, to compile what every hook needs. */
const WARM_EVENTS = 300;
const QUIET_EVENTS = 1_500;
/** The daemon has time for its other work, as between the calls of one person. */
const QUIET_PAUSE_MS = 40;
const SAMPLE_MS = 2_000;
/** The client's own patience. */
const TIMEOUT_MS = 2_000;
const MOST_SLOWER = 3;
const MOST_GROWTH = {
  "memory, MB": { most: 1.05, extra: 2 },
  "keeper, MB": { most: 1.05, extra: 2 },
  handles: { most: 1, extra: 2 },
  "log, MB": { most: 1.25, extra: 1 },
  unindexed: { most: 1.25, extra: 200 },
  /** New records are stored. */
  "database, MB": { most: Number.POSITIVE_INFINITY, extra: 0 },
} as const;
/** How many of the slowest hooks are named. */
const SLOWEST = 12;
/** SQLite's own limit: beyond it a hook that stores empties the log. */
/** SQLite empties it by itself at 16,000 pages. */
const LONGEST_LOG_MB = (16_000 * 4_120) / 1e6;
/** What the keeper answers in the daemon's place. */
const KEEPERS_ANSWER = JSON.stringify({ async: true });

interface Took {
  event: string;
  ms: number;
  /** Since the start. */
  at: number;
}

console.log(`${describeMachine()}\n`);
const database = await madeStore(madeSize(values.size));
await using daemon = await startOn(database);
const day = createDay();
const errors = new Map<string, number>();

for (let i = 0; i < WARM_EVENTS; i++) await send(daemon);
await daemon.quiet();
const quiet: Took[] = [];
for (let i = 0; i < QUIET_EVENTS; i++) {
  quiet.push(await send(daemon));
  await Bun.sleep(QUIET_PAUSE_MS);
}

// What was answered first and is stored a moment later belongs to before.
for (let last = -1; last !== stored(daemon); await Bun.sleep(1_000)) last = stored(daemon);
const before = stored(daemon);
const sentBefore = day.calls();
const samples: Sample[] = [takeSample(daemon)];
const busy: Took[] = [];
const open = new Set<Promise<void>>();
const bar = openBar("a day's work", (lengthMs / 1000) * rate);
const thread = { worked: threadMs(daemon.pid), waited: threadWaitMs(daemon.pid) };
const began = performance.now();
let sampledAt = began;
let sent = 0;
while (performance.now() - began < lengthMs) {
  const due = Math.floor(((performance.now() - began) / 1000) * rate);
  for (; sent < due; sent++) {
    const one: Promise<void> = send(daemon)
      .then((took) => void busy.push(took))
      .finally(() => open.delete(one));
    open.add(one);
  }
  bar.show(sent);
  if (performance.now() - sampledAt > SAMPLE_MS) {
    sampledAt = performance.now();
    samples.push(takeSample(daemon));
  }
  await Bun.sleep(2);
}
await Promise.all(open);
bar.close();
const tookMs = performance.now() - began;
thread.worked = threadMs(daemon.pid) - thread.worked;
thread.waited = threadWaitMs(daemon.pid) - thread.waited;
samples.push(takeSample(daemon));
const isStored = await untilStored();
report(await daemon.pawl.log());

async function send({ url, hookToken }: RunningDaemon): Promise<Took> {
  const event = day.next();
  const from = performance.now();
  try {
    const answer = await fetch(`${url}/hook`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${hookToken}` },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    if (!answer.ok) count(`status ${answer.status}`);
    else if (text === KEEPERS_ANSWER) count("answered by the keeper");
  } catch (error) {
    count(String((error as Error).name));
  }
  return { event: String(event.hook_event_name), ms: performance.now() - from, at: from };
}

function count(what: string): void {
  errors.set(what, (errors.get(what) ?? 0) + 1);
}

function stored({ pawl }: RunningDaemon): number {
  using db = new Database(`${pawl.home}/pawl.db`, { readonly: true });
  return (
    db.query<{ n: number }, []>("select coalesce(sum(observations), 0) as n from sessions").get()?.n ?? 0
  );
}

/**
 * Answered first and stored later, on a busy machine much later: what was sent is asked for until it is there, or no more
 * has come for half a minute.
 */
async function untilStored(): Promise<boolean> {
  const wanted = before + day.calls() - sentBefore;
  let last = stored(daemon);
  for (let quiet = 0; quiet < 60 && last < wanted; quiet++) {
    await Bun.sleep(500);
    const now = stored(daemon);
    if (now !== last) quiet = 0;
    last = now;
  }
  return last === wanted;
}

/** Lines of its log that say why it is not the one it was, and everything that it could not do. */
function troubleIn(log: string): string[] {
  return log
    .split("\n")
    .filter((line) => /did not answer|stopping|damaged/.test(line) || /"level":"error"/.test(line));
}

function times(list: readonly Took[]): number[] {
  return list.map(({ ms }) => ms);
}

function at(list: readonly Took[]): string {
  return [50, 95, 99, 100].map((percent) => percentile(times(list), percent).toFixed(1)).join(" / ");
}

function reportHooks(): number {
  const slower = percentile(times(busy), 99) / percentile(times(quiet), 99);
  console.log(
    `hooks p50/p95/p99/longest, ms: quiet ${at(quiet)} · busy ${at(busy)} · p99 ${slower.toFixed(2)} ×`,
  );
  for (const event of new Set(busy.map((took) => took.event))) {
    const of = (list: readonly Took[]) => list.filter((took) => took.event === event);
    const share = ((100 * of(busy).length) / busy.length).toFixed(0);
    console.log(
      `  ${event.padEnd(20)}${share.padStart(3)} % · quiet ${at(of(quiet))} · busy ${at(of(busy))}`,
    );
  }
  const share = (ms: number) => `${((100 * ms) / tookMs).toFixed(1)} %`;
  console.log(
    `  the answering thread worked ${share(thread.worked)} of the time and waited ${share(thread.waited)} for a processor`,
  );
  const slowest = busy.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  const named = slowest.map(
    ({ event, ms, at: from }) => `${event} ${ms.toFixed(0)} at ${((from - began) / 1000).toFixed(1)} s`,
  );
  console.log(`  slowest: ${named.join(" · ")}`);
  return slower;
}

/** Prints a line for each thing that was sampled; answers what has grown. */
function reportGrowth(): string[] {
  const grown: string[] = [];
  console.log("medians of thirds       first    middle      last      most");
  for (const name of Object.keys(samples[0] as Sample) as (keyof Sample)[]) {
    const values = samples.map((one) => one[name]);
    const { first, middle, last, grew } = growthOf(values, MOST_GROWTH[name]);
    const cells = [first, middle, last, Math.max(...values)];
    console.log(`${name.padEnd(20)}${cells.map((value) => value.toFixed(1).padStart(10)).join("")}`);
    if (grew) grown.push(`${name} grew from ${middle.toFixed(1)} to ${last.toFixed(1)}`);
  }
  const longest = Math.max(...samples.map((one) => one["log, MB"]));
  if (longest > LONGEST_LOG_MB) grown.push(`the log was ${longest.toFixed(1)} MB long`);
  return grown;
}

function report(log: string): void {
  const failures = [...errors.values()].reduce((sum, n) => sum + n, 0);
  const wanted = day.calls() - sentBefore;
  console.log(
    `events sent: ${sent} in ${(lengthMs / 60_000).toFixed(1)} min · errors: ${failures} ${JSON.stringify(Object.fromEntries(errors))}`,
  );
  console.log(`calls stored: ${stored(daemon) - before} of ${wanted}`);
  const slower = reportHooks();
  const grown = reportGrowth();
  const trouble = troubleIn(log);
  if (trouble.length > 0) console.log(`in the daemon's log:\n${trouble.join("\n")}`);
  const missed = [
    ...(trouble.length > 0 ? [`${trouble.length} lines of trouble in the daemon's log`] : []),
    ...(failures > 0 ? [`${failures} errors`] : []),
    ...(isStored ? [] : ["not every call was stored once"]),
    ...(slower > MOST_SLOWER ? [`p99 is ${slower.toFixed(1)} × the quiet one`] : []),
    ...grown,
  ];
  for (const line of missed) console.error(`Missed: ${line}`);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

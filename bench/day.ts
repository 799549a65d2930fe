/**
 * bun bench/day.ts [--minutes 10] [--rate 50] [--size 1m] [--check]
 *
 * A day's work on a large store, replayed in minutes: sessions side by side, as many events a second as asked, whether
 * or not the daemon keeps up. Before it the same events, one after another, for what is usual when it is quiet. Prints errors,
 * what was stored of what was sent, how long hooks took, and how memory, handles, log and database change.
 */
import { Database } from "bun:sqlite";
import { parseArgs } from "node:util";
import { describeMachine } from "./machine.ts";
import { createDay } from "./scale/day-events.ts";
import { madeSize, madeStore } from "./scale/made-store.ts";
import { type Sample, takeSample } from "./scale/process-sample.ts";
import { openBar } from "./scale/progress-bar.ts";
import { type RunningDaemon, startOn } from "./scale/running-daemon.ts";
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
const QUIET_EVENTS = 600;
const SAMPLE_MS = 5_000;
/** The client's own patience. */
const TIMEOUT_MS = 2_000;
const MOST_SLOWER = 3;
/** Of what is there after the first minute. */
const MOST_GROWTH = 1.1;

console.log(`${describeMachine()}\n`);
const database = await madeStore(madeSize(values.size));
await using daemon = await startOn(database);
const day = createDay();
const errors = new Map<string, number>();

const quiet: number[] = [];
for (let i = 0; i < QUIET_EVENTS; i++) quiet.push(await send(daemon));

// What was answered first and is stored a moment later belongs to before.
for (let last = -1; last !== stored(daemon); await Bun.sleep(1_000)) last = stored(daemon);
const before = stored(daemon);
const sentBefore = day.calls();
const samples: Sample[] = [takeSample(daemon)];
const busy: number[] = [];
const open = new Set<Promise<void>>();
const bar = openBar("a day's work", (lengthMs / 1000) * rate);
const began = performance.now();
let sampledAt = began;
let sent = 0;
while (performance.now() - began < lengthMs) {
  const due = Math.floor(((performance.now() - began) / 1000) * rate);
  for (; sent < due; sent++) {
    const one: Promise<void> = send(daemon)
      .then((ms) => void busy.push(ms))
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
samples.push(takeSample(daemon));
const isStored = await untilStored();
report(await daemon.pawl.log());

async function send({ url, hookToken }: RunningDaemon): Promise<number> {
  const from = performance.now();
  try {
    const answer = await fetch(`${url}/hook`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${hookToken}` },
      body: JSON.stringify(day.next()),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.text();
    if (!answer.ok) count(`status ${answer.status}`);
  } catch (error) {
    count(String((error as Error).name));
  }
  return performance.now() - from;
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

/** Lines of its log that say why it is not the one it was. */
function endedIn(log: string): string[] {
  return log.split("\n").filter((line) => /did not answer|stopping|damaged/.test(line));
}

function report(log: string): void {
  const at = (list: readonly number[]) =>
    [50, 95, 99, 100].map((percent) => percentile(list, percent).toFixed(1)).join(" / ");
  const slower = percentile(busy, 99) / percentile(quiet, 99);
  const settled = samples[Math.min(samples.length - 1, Math.ceil(60_000 / SAMPLE_MS))] as Sample;
  const last = samples.at(-1) as Sample;
  const failures = [...errors.values()].reduce((sum, n) => sum + n, 0);
  const wanted = day.calls() - sentBefore;
  console.log(
    `events sent: ${sent} in ${(lengthMs / 60_000).toFixed(1)} min · errors: ${failures} ${JSON.stringify(Object.fromEntries(errors))}`,
  );
  console.log(`calls stored: ${stored(daemon) - before} of ${wanted}`);
  console.log(
    `hooks p50/p95/p99/longest, ms: quiet ${at(quiet)} · busy ${at(busy)} · p99 ${slower.toFixed(2)} ×`,
  );
  console.log("                        first     1 min      last      most");
  for (const name of Object.keys(last) as (keyof Sample)[]) {
    const cells = [
      samples[0]?.[name] ?? 0,
      settled[name],
      last[name],
      Math.max(...samples.map((one) => one[name])),
    ];
    console.log(`${name.padEnd(20)}${cells.map((value) => value.toFixed(1).padStart(10)).join("")}`);
  }
  const ended = endedIn(log);
  if (ended.length > 0) console.log(`the daemon was replaced:\n${ended.join("\n")}`);
  const missed = [
    ...(ended.length > 0 ? ["the daemon was replaced"] : []),
    ...(failures > 0 ? [`${failures} errors`] : []),
    ...(isStored ? [] : ["not every call was stored once"]),
    ...(slower > MOST_SLOWER ? [`p99 is ${slower.toFixed(1)} × the quiet one`] : []),
    ...(["memory, MB", "handles", "log, MB"] as const)
      .filter((name) => last[name] > settled[name] * MOST_GROWTH + 1)
      .map((name) => `${name} grew from ${settled[name].toFixed(1)} to ${last[name].toFixed(1)}`),
  ];
  for (const line of missed) console.error(`Missed: ${line}`);
  if (values.check && missed.length > 0) process.exitCode = 1;
}

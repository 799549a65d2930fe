/** `kill -9` in every kind of background work, again and again on one copy, and what is there when all of it is done. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../../../test/e2e/pawl.ts";
import { killAll, startServe } from "../../../test/faults/killer.ts";
import type { KillPoint, KillReport } from "./kill-point.ts";
import { count, countOf, expect, expectWhole, place } from "./place.ts";
import { type Work, type WorkStep, workSteps, writeSettings } from "./work-steps.ts";

const KILLS = 3;
/** A task may be over before it is killed; then less time is left to it. */
const MOST_TRIES = 12;
const LONG_MS = 900_000;
const DAY_MS = 86_400_000;
/** Longer than all of it takes: what is so near to the limit may be deleted or not. */
const NEAR_MS = 3_600_000;

export async function killedAtWork(database: string): Promise<void> {
  await using at = await place(database);
  const oldest = count(at.path, "select min(at) as n from entries");
  const days = Math.floor((Date.now() - oldest) / DAY_MS) - 1;
  const limit = Date.now() - days * DAY_MS;
  const countKept = () =>
    count(
      at.path,
      "select count(*) as n from entries where kind = 'observation' and at >= ?",
      limit + NEAR_MS,
    );
  const work: Work = { ...at, wanted: countKept(), made: 0, doomed: [], transcripts: [] };
  for (const step of workSteps(days)) console.log(`  ${step.what}: killed ${await killIn(work, step)}`);
  writeSettings(work, { retention: { days } });
  await finish(work);
  for (const { id, calls, isNoted } of work.doomed) {
    const left = countOf(at.path, id, "observation");
    // Nobody was told that it is forgotten.
    if (!isNoted && left === calls) work.wanted += calls;
    else expect("what is left of a session", countOf(at.path, id), 0);
  }
  expect("tool calls", countKept(), work.wanted);
  expect("too old", count(at.path, "select count(*) as n from entries where at < ?", limit), 0);
  expectWhole(at.path);
}

/** Answers how often it was killed, and after how many milliseconds. */
async function killIn(work: Work, step: WorkStep): Promise<string> {
  const { longestMs } = step;
  const after: string[] = [];
  let most = longestMs ?? 0;
  for (let tries = 0; after.length < KILLS; tries++) {
    if (tries === MOST_TRIES)
      throw new Error(`${step.what}: killed ${after.length} times in ${tries} attempts`);
    const afterMs = Math.round(Math.random() * most);
    if ((await killOnce(work, step, afterMs)) === "hit") after.push(String(afterMs));
    else most = afterMs / 2;
  }
  return longestMs === undefined ? `${KILLS} times` : `after ${after.join(", ")} ms`;
}

async function killOnce(work: Work, step: WorkStep, afterMs: number): Promise<KillReport> {
  await step.prepare?.(work);
  writeSettings(work, step.settings ?? {});
  const report = join(work.root, "kill-report");
  rmSync(report, { force: true });
  const point: KillPoint = { ...step.point, report, afterMs };
  const daemon = startServe(work.pawl, {
    preload: join(import.meta.dir, "kill-point.ts"),
    env: { PAWL_BENCH_KILL: JSON.stringify(point) },
  });
  let isOver = false;
  const ended = daemon.exited.then(() => {
    isOver = true;
  });
  const isUp = () =>
    isOver ||
    fetch(`${work.pawl.url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  if (step.provoke !== undefined && (await eventually(isUp))) await step.provoke(work);
  await Promise.race([ended, Bun.sleep(LONG_MS)]);
  daemon.kill("SIGKILL");
  await ended;
  await killAll(work.pawl);
  if (!existsSync(report)) throw new Error(`${step.what}: it never came to it`);
  return readFileSync(report, "utf8") as KillReport;
}

/** A daemon that nobody kills does what is left. */
async function finish(work: Work): Promise<void> {
  const { pawl, path } = work;
  await pawl.run(["import"]);
  const daemon = startServe(pawl, {
    preload: join(import.meta.dir, "kill-point.ts"),
    env: { PAWL_BENCH_KILL: JSON.stringify({ isQuiet: true } satisfies Partial<KillPoint>) },
  });
  const isDone = async () => {
    const { unindexed, doing } = await pawl.json<{ unindexed: number; doing: unknown[] }>(["status"]);
    const left = [
      "select count(*) as n from forgetting where selector <> ''",
      "select count(*) as n from entries where redaction = 1",
    ];
    return unindexed === 0 && doing.length === 0 && left.every((sql) => count(path, sql) === 0);
  };
  try {
    expect("everything is done after the kills", await eventually(isDone, LONG_MS), true);
  } finally {
    await pawl.run(["down", "--all"]);
    daemon.kill();
    await daemon.exited;
  }
}

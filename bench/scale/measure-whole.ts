/** What is done to the whole store while the daemon answers: how long, how much memory, and how long it is silent. */

import { openStore } from "../../src/store/open.ts";
import { recordsIn } from "../../src/store/records/queries.ts";
import { type Figure, ofNumber } from "./figures.ts";
import { projectRoot } from "./made-sessions.ts";
import type { RunningDaemon } from "./running-daemon.ts";
import { watchSilence } from "./watch-silence.ts";

export async function measureWhole(daemon: RunningDaemon, database: string): Promise<Figure[]> {
  const store = await openStore({ database });
  const sessions = await recordsIn(store).sessions({ project: projectRoot(0), limit: 5 });
  await store.close();
  const session = sessions.at(-1)?.id ?? "";
  const figures: Figure[] = [];
  for (const [what, args] of [
    ["doctor", ["doctor"]],
    ["forget one session", ["forget", "--session", session, "--yes"]],
    ["backup", ["backup", `${daemon.pawl.home}/backup.db`]],
  ] as const) {
    const watch = watchSilence(daemon);
    const ran = runAndMeasure(daemon, [...args]);
    const { wall, peak, exitCode } = await ran;
    const silence = await watch.stop();
    if (exitCode !== 0 && what !== "doctor") throw new Error(`pawl ${args.join(" ")} ended with ${exitCode}`);
    figures.push(ofNumber(`${what}: time (wall)`, wall, " ms"));
    figures.push(ofNumber(`${what}: peak memory`, peak / 1e6, " MB"));
    figures.push(ofNumber(`${what}: longest silence (wall)`, silence, " ms"));
  }
  return figures;
}

async function runAndMeasure({ pawl }: RunningDaemon, args: string[]) {
  const bin = `${import.meta.dir}/../../bin/pawl`;
  const from = performance.now();
  const child = Bun.spawn([bin, ...args], { env: pawl.env, stdout: "ignore", stderr: "ignore" });
  const exitCode = await child.exited;
  return { exitCode, wall: performance.now() - from, peak: child.resourceUsage()?.maxRSS ?? Number.NaN };
}

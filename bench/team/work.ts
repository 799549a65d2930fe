/** Members at work: each changes memories and synchronises, over and over, as fast as the machine lets them. */
import type { TeamConfig } from "../../src/team/config.ts";
import { createRandom, pick } from "../scale/made-words.ts";
import { openBar } from "../scale/progress-bar.ts";
import { median, percentile } from "../statistics.ts";
import { ownMs, serverMs } from "./server-cost.ts";
import { openMember, type SimulatedMember } from "./simulated-member.ts";

/** Projects that a member has checked out, and members who have the same one. */
const CHECKOUTS = 3;
const SHARED_BY = 10;
const CHANGES_A_ROUND = 5;
/** Rounds that run at the same time: more would only wait for each other on two cores. */
const AT_ONCE = 16;

/** Of all runs: the same words again would be no change. */
let changes = 0;

interface Working {
  member: SimulatedMember;
  projects: string[];
}

type Work = Record<"seconds" | "rounds" | "pushed" | "pulled" | "p50" | "p95" | "serverMs" | "ownMs", number>;

/** Every project has about the same number of members. The large one is left out: it is for joining. */
export async function openMembers(
  configs: readonly TeamConfig[],
  projects: readonly string[],
  dir: string,
): Promise<Working[]> {
  const active = Math.max(
    1,
    Math.min(projects.length - 1, Math.ceil((configs.length * CHECKOUTS) / SHARED_BY)),
  );
  const bar = openBar("machines", configs.length);
  const working: Working[] = [];
  for (const [place, config] of configs.entries()) {
    const member = await openMember(config, `${dir}/m${place}`);
    const names = Array.from(
      { length: CHECKOUTS },
      (_, one) => projects[1 + ((place * CHECKOUTS + one) % active)] ?? "",
    );
    const { projects: known } = await member.team.hello();
    for (const name of new Set(names)) {
      await member.checkOut(name, known.find(({ key }) => key === name)?.seq ?? 0);
    }
    working.push({ member, projects: names });
    bar.show(working.length);
  }
  bar.close();
  return working;
}

export async function work(all: readonly Working[], seconds: number, pid: number): Promise<Work> {
  const random = createRandom(7);
  const bar = openBar("work", seconds);
  const times: number[] = [];
  let [pushed, pulled, next] = [0, 0, 0];
  const [startedAt, server0, own0] = [performance.now(), serverMs(pid), ownMs()];
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const loop = async (): Promise<void> => {
    while (elapsed() < seconds) {
      const turn = next++;
      const { member, projects } = all[turn % all.length] as Working;
      for (let change = 0; change < CHANGES_A_ROUND; change++) {
        const uri = `project://bench/m${turn % all.length}-${Math.floor(random() * 50)}`;
        await member.remember(pick(random, projects), uri, `Change ${++changes} of what was said before.`);
      }
      const at = performance.now();
      const synced = await member.team.sync();
      times.push(performance.now() - at);
      pushed += synced.pushed;
      pulled += synced.pulled;
      bar.show(Math.floor(elapsed()));
    }
  };
  // Never two rounds of one member: there are more members than loops.
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, all.length) }, loop));
  bar.close();
  return {
    seconds: elapsed(),
    rounds: times.length,
    pushed,
    pulled,
    p50: median(times),
    p95: percentile(times, 95),
    serverMs: serverMs(pid) - server0,
    ownMs: ownMs() - own0,
  };
}

export interface Idle {
  rounds: number;
  p50: number;
  serverMs: number;
  ownMs: number;
}

/** Rounds with nothing to do: what a member costs who only listens. `isCold`: with a new connection each time. */
export async function idle(
  all: readonly Working[],
  rounds: number,
  isCold: boolean,
  pid: number,
): Promise<Idle> {
  // Everybody has everything first.
  for (const { member } of all) await member.team.sync();
  for (const { member } of all) await member.team.sync();
  const times: number[] = [];
  const [server0, own0] = [serverMs(pid), ownMs()];
  for (let round = 0; round < rounds; round++) {
    const { member } = all[round % all.length] as Working;
    if (isCold) await member.team.close();
    const at = performance.now();
    const { pushed, pulled } = await member.team.sync();
    if (pushed + pulled > 0) throw new Error("an idle round had something to do");
    times.push(performance.now() - at);
  }
  return {
    rounds,
    p50: median(times),
    serverMs: (serverMs(pid) - server0) / rounds,
    ownMs: (ownMs() - own0) / rounds,
  };
}

/**
 * Work that is moved, renamed, forked and ended at random: what is unfinished is always found where it belongs, or listed
 * by a name that every command takes. The git repository and the store are real.
 */
import { expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { messagesFor } from "../../src/locale/index.ts";
import { createSameProject } from "../../src/platform/same-project.ts";
import { endWork, startWork, takeWork } from "../../src/work/actions.ts";
import type { Caller } from "../../src/work/caller.ts";
import { followMoved } from "../../src/work/moved-project.ts";
import { placeOf } from "../../src/work/place.ts";
import { nameOf } from "../../src/work/workflow/work.ts";
import { findWork, joinWork, listWorks } from "../../src/work/works.ts";
import { openTempStore } from "../temp-store.ts";

const STEPS = 40;
const SEEDS = Number(process.env.PAWL_FUZZ_RUNS ?? 0) > 1000 ? 12 : 3;
const FIRST_SEED = 20_261_116;

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

async function play(seed: number): Promise<void> {
  const random = createRandom(seed);
  await using temp = await openTempStore();
  const root = join(temp.dir, "root");
  const parent = realpathSync(mkdtempSync(join(tmpdir(), "pawl-places-")));
  let folder = join(parent, "p0");
  mkdirSync(folder);
  const git = (...args: string[]) => {
    const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"];
    const env = { PATH: process.env.PATH ?? "", HOME: parent, GIT_CONFIG_NOSYSTEM: "1" };
    const ran = Bun.spawnSync(["git", ...identity, ...args], { cwd: folder, env });
    if (ran.exitCode !== 0) throw new Error(`git ${args.join(" ")}: ${ran.stderr}`);
  };
  git("init", "-q", "-b", "main");
  writeFileSync(join(folder, "a.txt"), String(seed));
  git("add", ".");
  git("commit", "-qm", `first ${seed}`);
  const same = createSameProject({ file: join(temp.dir, "projects.json") });
  const branches = ["main"];
  let branch = "main";
  let made = 0;
  let sessions = 0;
  /** Unfinished features, and the branch on which each was begun. */
  const open = new Map<string, string>();
  /** The session that began each of them. */
  const beganIn = new Map<string, string>();
  const caller = (feature?: string): Caller => ({
    root,
    place: placeOf(folder),
    id: `s${sessions++}`,
    feature,
    messages: messagesFor("en"),
    now: new Date().toISOString(),
    pawl: "pawl",
  });
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const moves: Record<string, () => Promise<void> | void> = {
    "a new branch"() {
      branch = `b${made++}`;
      git("checkout", "-q", "-b", branch);
      branches.push(branch);
    },
    "another branch"() {
      branch = pick(branches) ?? branch;
      git("checkout", "-q", branch);
    },
    "a renamed branch"() {
      if (branch === "main") return;
      const next = `r${made++}`;
      git("branch", "-m", next);
      branches[branches.indexOf(branch)] = next;
      for (const [feature, on] of open) if (on === branch) open.set(feature, next);
      branch = next;
    },
    async "a renamed folder"() {
      await same.settle(folder);
      const before = folder;
      const next = join(parent, `p${++made}`);
      renameSync(folder, next);
      folder = next;
      const later = (work: () => Promise<void>) => work();
      const [from] = await followMoved(folder, { store: temp.store, same, root, later });
      expect(from).toBe(before);
    },
    async "a start"() {
      const feature = `f${made++}`;
      const starter = caller(feature);
      await startWork(starter, "quick");
      open.set(feature, branch);
      beganIn.set(feature, starter.id ?? "");
    },
    async "an end"() {
      const feature = pick([...open.keys()]);
      if (feature === undefined) return;
      await endWork(caller(feature));
      open.delete(feature);
    },
    async "a session that only talks"() {
      const { id = "", place } = caller();
      const found = findWork(root, { id, place });
      if (found.kind === "one") await joinWork(root, found.work, id, place);
    },
    "a fork of a session"() {
      const feature = pick([...open.keys()]);
      if (feature === undefined) return;
      const { id = "", place } = caller();
      const found = findWork(root, { id, place, origins: [beganIn.get(feature) ?? ""] });
      expect(found).toMatchObject({ work: { state: { featureName: feature } } });
    },
    async "work that is taken here"() {
      const feature = pick([...open.keys()]);
      if (feature === undefined) return;
      await takeWork(caller(feature));
      open.set(feature, branch);
    },
  };
  const done: string[] = [];
  try {
    for (let step = 0; step < STEPS; step++) {
      const name = pick(Object.keys(moves)) ?? "";
      done.push(name);
      await moves[name]?.();
      const place = placeOf(folder);
      // Nothing unfinished is lost, and each is found by its name wherever one is.
      const listed = listWorks(root, place.project).filter(({ state }) => state.endedAt === undefined);
      expect(listed.map(({ state }) => nameOf(state)).sort()).toEqual([...open.keys()].sort());
      for (const feature of open.keys())
        expect(findWork(root, { place, feature })).toMatchObject({
          work: { state: { featureName: feature } },
        });
      // On its own branch it is found without a name, or one of several to choose from.
      const here = [...open].filter(([, on]) => on === branch).map(([feature]) => feature);
      const found = findWork(root, { place });
      const names =
        found.kind === "one"
          ? [nameOf(found.work.state)]
          : found.kind === "several"
            ? found.works.map(({ state }) => nameOf(state))
            : [];
      for (const feature of here) expect(names).toContain(feature);
    }
  } catch (error) {
    throw new Error(`seed ${seed}: ${done.join(", ")}`, { cause: error });
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

test.each(Array.from({ length: SEEDS }, (_, i) => FIRST_SEED + i))(
  "work is found or listed after any moves (seed %d)",
  (seed) => play(seed),
  120_000,
);

/**
 * Random sequences of what people and accidents do to Pawl's processes. After each step the commands agree with each other and
 * with the processes; at the end every prompt is stored and no process is left.
 *
 *   PAWL_STEPS=300 PAWL_SEED=7 bun test test/faults/state-machine.test.ts
 */
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "../../src/platform/daemon-process.ts";
import { readDaemonState } from "../../src/platform/daemon-state.ts";
import { readKeeperInfo } from "../../src/platform/keeper-process.ts";
import { homeAt } from "../../src/platform/paths.ts";
import { createScratch } from "../e2e/harness/scratch.ts";
import { createPawl, eventually, type Pawl } from "../e2e/pawl.ts";
import { canMount, openSmallDisk } from "../small-disk.ts";

const STEPS = Number(process.env.PAWL_STEPS ?? 40);
const DISK_KILOBYTES = 96_000;
const SEED = Number(process.env.PAWL_SEED ?? crypto.getRandomValues(new Uint32Array(1))[0]);

/** A small generator that gives the same numbers for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid !== undefined && isAlive(pid)) process.kill(pid, name);
}

/** Processes of Pawl that work for this home. */
function processesOf(home: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && isAlive(pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`PAWL_HOME=${home}`);
      } catch {
        return false;
      }
    });
}

async function checkAgreement(pawl: Pawl, after: string): Promise<void> {
  const home = homeAt(pawl.home);
  const status = await pawl.json<{ state: string; running: boolean; pid: number | null }>(["status"]);
  expect([after, status.running]).toEqual([after, status.state === "running"]);
  if (status.running) expect([after, isAlive(status.pid ?? 0)]).toEqual([after, true]);
  // A state that passes (starting, stopping) may have passed: then both are asked again.
  const agree = async () => {
    const now = await readDaemonState(home);
    const doctor = await pawl.run(["doctor", "--json"]);
    const checks = (JSON.parse(doctor.stdout) as { checks: { name: string; ok: boolean }[] }).checks;
    const isFine = checks.find(({ name }) => name === "daemon")?.ok === true;
    return isFine === (now.name === "running") && (await readDaemonState(home)).name === now.name;
  };
  expect([after, await eventually(agree, 20_000)]).toEqual([after, true]);
}

test.if(process.platform === "linux")(
  `${STEPS} random steps, seed ${SEED}: no contradiction, nothing lost, no process left`,
  async () => {
    console.log(`state machine: PAWL_SEED=${SEED} PAWL_STEPS=${STEPS}`);
    await using scratch = await createScratch();
    const folder = join(scratch.root, "disk");
    mkdirSync(folder);
    await using disk = canMount ? openSmallDisk(DISK_KILOBYTES, folder) : undefined;
    await using pawl = await createPawl(scratch, { folder: join("disk", "pawl") });
    const random = createRandom(SEED);
    const home = homeAt(pawl.home);
    let asked: string[] = [];
    const served: Promise<unknown>[] = [];
    let other: Bun.Server<undefined> | undefined;
    const daemonPid = async () => {
      const state = await readDaemonState(home);
      return state.name === "stopped" ? undefined : state.info?.pid;
    };
    const ask = async (text: string, isKept = true) => {
      const event = {
        hook_event_name: "UserPromptSubmit",
        session_id: "s",
        cwd: scratch.project,
        prompt: text,
      };
      const ran = await pawl.run(["hook"], { stdin: JSON.stringify(event) });
      expect([text, ran.exitCode, ran.stderr]).toEqual([text, 0, ""]);
      JSON.parse(ran.stdout);
      if (isKept) asked.push(text);
    };
    const steps: Record<string, () => Promise<unknown>> = {
      up: async () => {
        const ran = await pawl.run(["up", "--no-open"]);
        if (other === undefined) expect(ran.exitCode).toBe(0);
      },
      serve: async () => {
        // In the foreground: it ends with its daemon, or at once if one runs or the port is taken.
        let isOver = false;
        served.push(
          pawl.run(["serve"]).finally(() => {
            isOver = true;
          }),
        );
        const isUp = async () => isOver || (await readDaemonState(home)).name === "running";
        expect(await eventually(isUp, 20_000)).toBe(true);
      },
      down: async () => {
        expect((await pawl.run(["down"])).exitCode).toBe(0);
        expect(await daemonPid()).toBeUndefined();
      },
      "down --all": async () => {
        expect((await pawl.run(["down", "--all"])).exitCode).toBe(0);
        expect(await eventually(() => processesOf(pawl.home).length === 0, 20_000)).toBe(true);
      },
      "kill -9 the daemon": async () => signal(await daemonPid(), "SIGKILL"),
      "kill -9 the keeper": async () => signal(readKeeperInfo(home)?.pid, "SIGKILL"),
      "freeze the daemon": async () => {
        const pid = await daemonPid();
        signal(pid, "SIGSTOP");
        // The keeper ends it at the next event; else down does.
        await ask(`while frozen ${asked.length}`);
        signal(pid, "SIGCONT");
      },
      "delete the home": async () => {
        rmSync(pawl.home, { recursive: true, force: true });
        asked = [];
        expect(await eventually(() => processesOf(pawl.home).length === 0, 20_000)).toBe(true);
      },
      "take the port": async () => {
        await pawl.run(["down", "--all"]);
        other = Bun.serve({ hostname: "127.0.0.1", port: pawl.port, fetch: () => new Response("no") });
      },
      "fill the disk": async () => {
        if (disk === undefined || !existsSync(home.database)) return;
        disk.fill();
        // It is answered as always. Whether it is kept depends on what was free.
        await ask(`while the disk is full ${asked.length}`, false);
        await pawl.json(["status"]);
        disk.empty();
      },
      prompt: () => ask(`prompt ${asked.length}`),
    };
    const names = Object.keys(steps);
    for (let step = 0; step < STEPS; step++) {
      const name = names[random(names.length)] ?? "up";
      if (other !== undefined && random(2) === 0) {
        await other.stop(true);
        other = undefined;
      }
      if (name === "take the port" && other !== undefined) continue;
      await steps[name]?.();
      await checkAgreement(pawl, `step ${step}: ${name}`);
    }
    await other?.stop(true);
    rmSync(home.trouble, { force: true });
    await pawl.run(["up", "--no-open"]);
    const stored = async () => {
      const ran = await pawl.run(["session", "s", "--json"]);
      const text = ran.exitCode === 0 ? ran.stdout : "";
      return asked.every((prompt) => text.includes(JSON.stringify(prompt)));
    };
    expect(await eventually(stored, 60_000)).toBe(true);
    await pawl.run(["down", "--all"]);
    expect(await eventually(() => processesOf(pawl.home).length === 0, 20_000)).toBe(true);
    await Promise.all(served);
  },
  1_800_000,
);

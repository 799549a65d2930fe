/** Ends the daemon with `kill -9` at random times and starts the next one, until stopped. */
import { join, resolve } from "node:path";
import { readIfThere } from "../../src/platform/files.ts";
import { eventually, type Pawl } from "../e2e/pawl.ts";

const ENTRY = resolve(import.meta.dir, "..", "..", "src", "cli", "main.ts");

/** All rounds run with `npm run test:faults`; `npm test` runs a sample. */
export const isLong = process.env.PAWL_FAULTS === "long";

interface Starting {
  /** Loaded before the program. */
  preload?: string;
  env?: Record<string, string>;
}

/** The program itself: if its launcher (`bin/pawl`) is killed, the program runs on. */
export function startPawl(pawl: Pawl, args: readonly string[], { preload, env }: Starting = {}) {
  const before = preload === undefined ? [] : [`--preload=${preload}`];
  return Bun.spawn([process.execPath, "--no-env-file", ...before, ENTRY, ...args], {
    env: { ...pawl.env, ...env },
    stdio: ["ignore", "ignore", "ignore"],
  });
}

export const startServe = (pawl: Pawl, starting?: Starting) => startPawl(pawl, ["serve"], starting);

export function startKiller(pawl: Pawl, pause: { leastMs: number; mostMs: number }) {
  let kills = 0;
  let stopped = false;
  const work = (async () => {
    while (!stopped) {
      const daemon = startServe(pawl);
      await Bun.sleep(pause.leastMs + Math.random() * (pause.mostMs - pause.leastMs));
      daemon.kill("SIGKILL");
      await daemon.exited;
      kills++;
      // A hook may have started one in the meantime: that one has the lock.
      const pid = pidIn(join(pawl.home, "daemon.json"));
      if (pid !== undefined) killIfAlive(pid);
    }
  })();
  return {
    kills: () => kills,
    async stop() {
      stopped = true;
      await work;
    },
  };
}

/** The keeper, so that it starts no other daemon, and one that it may have started already. */
export async function killAll({ home }: Pawl): Promise<void> {
  for (const name of ["keeper.json", "daemon.json"]) {
    const pid = pidIn(join(home, name));
    if (pid === undefined) continue;
    killIfAlive(pid);
    // A process that nobody waited for is still named.
    await eventually(() => !isAlive(pid), 1_000);
  }
}

/** In one read: `Bun.file` keeps the size of its first look, and the file may be replaced by a longer one after it. */
function pidIn(file: string): number | undefined {
  const text = readIfThere(file);
  return text === undefined ? undefined : (JSON.parse(text) as { pid: number }).pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

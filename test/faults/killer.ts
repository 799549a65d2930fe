/** Ends the daemon with `kill -9` at random times and starts the next one, until stopped. */
import { join, resolve } from "node:path";
import type { Pawl } from "../e2e/pawl.ts";

const ENTRY = resolve(import.meta.dir, "..", "..", "src", "cli", "main.ts");

/** All rounds run with `npm run test:faults`; `npm test` runs a sample. */
export const isLong = process.env.PAWL_FAULTS === "long";

export function startServe(pawl: Pawl) {
  return Bun.spawn([process.execPath, "--no-env-file", ENTRY, "serve"], {
    env: pawl.env,
    stdio: ["ignore", "ignore", "ignore"],
  });
}

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
      const info = Bun.file(join(pawl.home, "daemon.json"));
      const { pid } = (await info.exists()) ? ((await info.json()) as { pid: number }) : { pid: 0 };
      if (pid > 0) killIfAlive(pid);
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

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * The keeper: a small process that holds Pawl's public port, so that hooks are answered whatever happens to the daemon.
 * It knows nothing about memory: it forwards requests, answers while no daemon runs, and starts a new daemon.
 */
import { existsSync, rmSync } from "node:fs";
import { systemClock } from "../../platform/clock.ts";
import { writeForNow } from "../../platform/files.ts";
import { ENGINE_VARIABLES, EXIT_TAKEN, isKeeperOf, readKeeperInfo } from "../../platform/keeper-process.ts";
import { openLog } from "../../platform/log.ts";
import { homeAt, pawlHome } from "../../platform/paths.ts";
import { version } from "../../platform/version.ts";
import { isPortOpen, runOrphan } from "./orphan.ts";
import { type Keeper, serveKeeper } from "./serve.ts";

/** After this long without a daemon and without a request, no session can need the keeper any more. */
const IDLE_MS = 3_600_000;
/** The same after its home was deleted. A home that is moved back meanwhile keeps it. */
const GONE_MS = 6000;
const TICK_MS = 2000;
/** For requests that are in progress when it stops. */
const GRACE_MS = 2000;

const args = process.argv.slice(2);
for (const name of ENGINE_VARIABLES) delete process.env[name];
if (args.includes("--orphan")) await runOrphan(args);
else await keep();

async function keep(): Promise<void> {
  const dir = argument("--home");
  const home = dir === undefined ? pawlHome() : homeAt(dir);
  const port = Number(argument("--port"));
  const isTakeOver = args.includes("--take-over");
  const log = openLog({ path: home.log, now: systemClock, redact: (line) => line });
  // Another process may share the port if it agrees to, such as the keeper of another home of the same user.
  if (!isTakeOver && (await isPortOpen(port))) process.exit(EXIT_TAKEN);
  const keeper = await listen(
    () => serveKeeper({ home, port, version, log, onAttach: sayWho, onLeave: (ms) => void leave(ms) }),
    isTakeOver,
  );
  if (keeper === undefined) process.exit(EXIT_TAKEN);
  let seenAt = Date.now();
  const timer = setInterval(() => {
    // A home without its token was deleted, though a process that was just ending may have written a file there.
    if (existsSync(home.token)) seenAt = Date.now();
    // Two keepers may start at the same moment and share the port. The one that the file names stays.
    const other = readKeeperInfo(home)?.pid ?? process.pid;
    const isSecond = other !== process.pid && isKeeperOf(home, other);
    const isGone = Date.now() - seenAt >= GONE_MS;
    if (isGone || isSecond || Date.now() - keeper.lastUsed() > IDLE_MS) void leave(0);
  }, TICK_MS);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void leave(0));
  // SIGHUP: the terminal it was started from was closed. Keep running.
  process.on("SIGHUP", () => undefined);
  // Not earlier: a process that reads the file may end this one at once.
  sayWho();

  /** Repeated for every daemon, because the home may have been created again. */
  function sayWho(): void {
    if (readKeeperInfo(home)?.pid !== process.pid)
      writeForNow(home.keeper, `${JSON.stringify({ pid: process.pid, port, version })}\n`);
  }

  async function leave(afterMs: number): Promise<void> {
    await Bun.sleep(afterMs);
    clearInterval(timer);
    if (readKeeperInfo(home)?.pid === process.pid) rmSync(home.keeper, { force: true });
    await Promise.race([keeper?.stop(), Bun.sleep(GRACE_MS)]);
    process.exit(0);
  }
}

/** Undefined if the port belongs to another program. */
async function listen(open: () => Keeper, isTakeOver: boolean): Promise<Keeper | undefined> {
  const deadline = Date.now() + (isTakeOver ? GRACE_MS : 0);
  for (;;) {
    try {
      return open();
    } catch (error) {
      if ((error as { code?: string }).code !== "EADDRINUSE") throw error;
      // If ports cannot be shared, the current owner is about to release it.
      if (Date.now() >= deadline) return undefined;
      await Bun.sleep(2);
    }
  }
}

function argument(name: string): string | undefined {
  const at = args.indexOf(name);
  return at === -1 ? undefined : args[at + 1];
}

/** Runs the daemon in this process until it stops: in the background, and as `pawl serve`. */
import { serve } from "../daemon/serve.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { readDaemonState } from "../platform/daemon-state.ts";
import { type Home, pawlHome } from "../platform/paths.ts";

interface Says {
  /** Another daemon serves this home. */
  onOther?(): void | Promise<void>;
  onListening?(port: number): void;
}

/** A background daemon has no reader, so it does not even load the messages in four languages. */
export async function runDaemon({ onOther, onListening }: Says = {}): Promise<void> {
  const home = pawlHome();
  const { settings, findings } = readUserSettings(home);
  const daemon = await serveWhenFree(() => serve({ home, settings, findings }), home);
  if (daemon === undefined) {
    await onOther?.();
    return;
  }
  onListening?.(daemon.port);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => void daemon.stop(signal));
  }
  await daemon.stopped;
  // A timer left by a library must not keep a stopped daemon alive.
  process.exit(0);
}

/** A daemon that stops still holds the lock for a moment. */
async function serveWhenFree<T>(start: () => Promise<T | undefined>, home: Home): Promise<T | undefined> {
  const deadline = Date.now() + STOP_MS;
  for (;;) {
    const daemon = await start();
    const isFree = daemon !== undefined || Date.now() >= deadline;
    if (isFree || (await readDaemonState(home)).name !== "stopping") return daemon;
    await Bun.sleep(RETRY_MS);
  }
}

const STOP_MS = 5000;
const RETRY_MS = 20;

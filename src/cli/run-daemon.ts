/** The daemon in this process, until it stops: in the background, and as `pawl serve`. */
import { serve } from "../daemon/serve.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { pawlHome } from "../platform/paths.ts";

interface Says {
  /** Another daemon serves this home. */
  onOther?(): void;
  onListening?(port: number): void;
}

/** In the background nobody reads what it says: the sentences in four languages are not even loaded. */
export async function runDaemon({ onOther, onListening }: Says = {}): Promise<void> {
  const home = pawlHome();
  const { settings, findings } = readUserSettings(home);
  const daemon = await serve({ home, settings, findings });
  if (daemon === undefined) {
    onOther?.();
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

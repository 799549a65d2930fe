/** What `pawl hook` does when no daemon answers. Loaded only then, because loading it takes longer than the usual path. */
import { appendFileSync } from "node:fs";
import { dirname } from "node:path";
import { type DaemonInfo, isAlive } from "../../platform/daemon-process.ts";
import { makePrivateDir } from "../../platform/files.ts";
import { isNewer } from "../../platform/newer.ts";
import { markOff } from "../../platform/off.ts";
import type { Home } from "../../platform/paths.ts";

/** Stops an older daemon. A newer one stays: then this hook belongs to an old session that is still running. */
export async function replaceDaemon(old: DaemonInfo, version: string, deadline: number): Promise<void> {
  if (!isNewer(version, old.version) || !isAlive(old.pid)) return;
  const health = await fetch(`http://127.0.0.1:${old.port}/api/health`, {
    signal: AbortSignal.timeout(HEALTH_MS),
  }).then(
    (answer) => answer.json() as Promise<{ name?: string; pid?: number }>,
    () => undefined,
  );
  // The pid may belong to another process by now.
  if (health?.name !== "pawl" || health.pid !== old.pid) return;
  process.kill(old.pid, "SIGTERM");
  while (Date.now() < deadline && isAlive(old.pid)) await Bun.sleep(RETRY_MS);
}

const HEALTH_MS = 200;
const RETRY_MS = 15;

/** `PAWL_OFF`: the first event marks the session as off, so that its HTTP events are skipped too. */
export function markSessionOff(home: Home, body: Uint8Array, keeps?: "gates"): void {
  const event: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
  if (typeof event !== "object" || event === null) return;
  const { hook_event_name: name, session_id: session } = event as Record<string, unknown>;
  if (typeof session === "string" && (name === "SessionStart" || name === "UserPromptSubmit")) {
    markOff(home.off, session, Date.now(), keeps);
  }
}

/** Writes a log line, which `pawl doctor` shows; never the event's own text. */
export function noteInLog(home: Home, message: string, error?: unknown): void {
  try {
    makePrivateDir(dirname(home.log));
    const reason = error instanceof Error ? error.name : undefined;
    const entry = { at: new Date().toISOString(), level: "error", message: `pawl hook: ${message}`, reason };
    appendFileSync(home.log, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  } catch {
    // The home is not writable: the session continues anyway.
  }
}

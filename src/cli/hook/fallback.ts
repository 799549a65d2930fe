/** What `pawl hook` does when no daemon answers. Loaded only then, because loading it takes longer than the usual path. */
import { appendFileSync } from "node:fs";
import { dirname } from "node:path";
import { applyRedactSettings } from "../../hooks/config/redaction.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { type DaemonInfo, isAlive } from "../../platform/daemon-process.ts";
import { processEnv } from "../../platform/env.ts";
import { makePrivateDir } from "../../platform/files.ts";
import { HELD_WRITE, SPOOL_CLIENT, SPOOL_MARK } from "../../platform/hook-request.ts";
import { isNewer } from "../../platform/newer.ts";
import { isMachineOff, markOff } from "../../platform/off.ts";
import type { Home } from "../../platform/paths.ts";
import { addToSpool } from "../../platform/spool.ts";
import { createGuard } from "../../redact/guard.ts";
import { redactJson } from "../../redact/index.ts";
import { digestKey } from "../../store/maintenance.ts";
import { promptMark } from "../../store/records/keys.ts";
import { promptText } from "../../text/prompt.ts";

const ID_FIELDS = ["session_id", "tool_use_id", "prompt_id", "agent_id"];

export function spool(home: Home, body: Uint8Array, at: number, client?: string): void {
  // Events during a pause are not recorded later either.
  if (isMachineOff(home.off)) return;
  const event = JSON.parse(Buffer.from(body).toString("utf8")) as Record<string, unknown>;
  // The same defaults as the daemon uses; later they cannot be looked up.
  event.session_id ??= processEnv.CLAUDE_CODE_SESSION_ID || processEnv.CLAUDE_SESSION_ID;
  event.cwd ??= processEnv.CLAUDE_PROJECT_ROOT;
  applyRedactSettings(readUserSettings(home).settings.redact);
  const spooled = redactJson(event);
  // Only the daemon writes to the store this way.
  delete spooled[HELD_WRITE];
  // An id that looks like a secret keeps telling its session or call apart, as in the store.
  const guard = createGuard(digestKey(home.dir));
  for (const field of ID_FIELDS) {
    const id = event[field];
    if (typeof id === "string") spooled[field] = guard.id(id);
  }
  const asked = typeof event.prompt === "string" ? promptText(event.prompt) : undefined;
  // The record's key needs the original text, which is not stored here.
  if (asked !== undefined) spooled[SPOOL_MARK] = promptMark(asked);
  if (client !== undefined) spooled[SPOOL_CLIENT] = client;
  addToSpool(home.spool, at, JSON.stringify(spooled));
}

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

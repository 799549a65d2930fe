/** Parts of `pawl hook` that are rarely needed, loaded on demand because loading them takes longer than the usual path. */
import { appendFileSync } from "node:fs";
import { dirname } from "node:path";
import { wasStartedBy, wasStartedInSession } from "../../clients/agent-session.ts";
import { textOf } from "../../platform/connection.ts";
import { type DaemonInfo, parseDaemonInfo } from "../../platform/daemon-info.ts";
import { isAlive, startDaemon } from "../../platform/daemon-process.ts";
import { isOff, processEnv } from "../../platform/env.ts";
import { makePrivateDir, readIfThere } from "../../platform/files.ts";
import { isMachineOff, markOff } from "../../platform/off.ts";
import type { Home } from "../../platform/paths.ts";
import { noteTrouble, readTrouble } from "../../platform/trouble.ts";
import { version } from "../../platform/version.ts";
import { mayBeOthers, type ProgramCall } from "./call.ts";

export { clearTrouble } from "../../platform/trouble.ts";

/** True if the session is not recorded. Its gates may still apply; then only they are called. */
export function isLeftOut(call: ProgramCall): boolean {
  const off = offFor(call);
  if (off !== undefined) markSessionOff(call, off === "own" ? "gates" : undefined);
  if (off === undefined && !isOthers(call)) return false;
  call.isGatesOnly = off !== "everything" && call.isGate;
  return !call.isGatesOnly;
}

/** Like `Off` of the pipeline. A `claude` that Pawl or a hook started must not feed Pawl, and no gates apply to it. */
function offFor(call: ProgramCall): "everything" | "own" | undefined {
  // `PAWL_OFF` is for people: a client started by a session cannot escape its gates with it.
  if (isOff(processEnv) && !wasStartedInSession(Number(processEnv.CLAUDE_PID))) return "everything";
  if (processEnv.PAWL_GUARD === undefined) return undefined;
  const info = daemonInfo(call);
  return info !== undefined && wasStartedBy(info.pid) ? "everything" : "own";
}

function daemonInfo({ home }: ProgramCall): DaemonInfo | undefined {
  return parseDaemonInfo(readIfThere(home.daemon) ?? "");
}

/** The first event marks the session as off, so that its HTTP events are skipped too. */
function markSessionOff({ home, body }: ProgramCall, keeps?: "gates"): void {
  const event = JSON.parse(textOf(body)) as Record<string, unknown> | null;
  const { hook_event_name: name, session_id: session } = Object(event) as Record<string, unknown>;
  if (typeof session === "string" && (name === "SessionStart" || name === "UserPromptSubmit"))
    markOff(home.off, session, Date.now(), keeps);
}

/**
 * Another client that reads Claude Code's settings. Its sessions are not recorded as Claude Code's, but gates apply to it
 * too. Claude Code passes its session to its hooks.
 */
function isOthers(call: ProgramCall): boolean {
  if (!mayBeOthers(call)) return false;
  const own = processEnv.CLAUDE_CODE_SESSION_ID;
  try {
    const event = JSON.parse(textOf(call.body)) as { session_id?: unknown } | null;
    return own === undefined || (event?.session_id ?? own) !== own;
  } catch {
    return true;
  }
}

/** The last problem with the port, noted by a hook or by a daemon that could not start. */
export function knownTrouble(call: ProgramCall): "taken" | "silent" | undefined {
  return readTrouble(call.home, call.at)?.kind;
}

export function noteSilence({ home }: ProgramCall, port: number): void {
  noteTrouble(home, { kind: "silent", port, at: Date.now() });
}

/** False if Pawl is paused. A running daemon checks that itself; without one, the hook must. */
export function start({ home, isGate }: ProgramCall): boolean {
  if (isMachineOff(home.off) && !isGate) return false;
  startDaemon(home);
  return true;
}

/** After an upgrade the old daemon would run until it is idle. If it is newer, it stays: this hook is an old session's. */
export async function replaceOlder(call: ProgramCall): Promise<void> {
  const old = daemonInfo(call);
  if (old === undefined || Bun.semver.order(version, String(old.version)) <= 0 || !isAlive(old.pid)) return;
  const signal = AbortSignal.timeout(HEALTH_MS);
  const health = await fetch(`http://127.0.0.1:${old.port}/api/health`, { signal }).then(
    (answer) => answer.json() as Promise<{ name?: string; pid?: number }>,
    () => undefined,
  );
  // The pid may belong to another process by now.
  if (health?.name !== "pawl" || health.pid !== old.pid) return;
  process.kill(old.pid, "SIGTERM");
  while (Date.now() < call.deadline && isAlive(old.pid)) await Bun.sleep(RETRY_MS);
}

const HEALTH_MS = 200;
const RETRY_MS = 15;

/** A gate that cannot be evaluated denies. Only here is the hook runtime loaded. */
export async function refusal({ home, body, client }: ProgramCall): Promise<string> {
  const { refuseWithoutDaemon } = await import("../../hooks/gates-without-daemon.ts");
  const { parseJson, toClientName } = await import("../../clients/index.ts");
  return JSON.stringify(await refuseWithoutDaemon(home, parseJson(textOf(body)), toClientName(client)));
}

/** Saves the event in the spool until a daemon runs. */
export async function keep({ home, body, at, client }: ProgramCall): Promise<void> {
  const { spoolEvent } = await import("../../pipeline/spool-event.ts");
  spoolEvent(home, body, at, client);
}

/** Writes a log line, which `pawl doctor` shows; never the event's own text. */
export function noteInLog(home: Home, message: string, error?: unknown): void {
  makePrivateDir(dirname(home.log));
  const reason = error instanceof Error ? error.name : undefined;
  const entry = { at: new Date().toISOString(), level: "error", message: `pawl hook: ${message}`, reason };
  appendFileSync(home.log, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
}

/** How commands reach the daemon. */

import type { DaemonInfo } from "../platform/daemon-info.ts";
import { startDaemon } from "../platform/daemon-process.ts";
import { type DaemonState, readDaemonState } from "../platform/daemon-state.ts";
import { processEnv } from "../platform/env.ts";
import { PawlError } from "../platform/errors.ts";
import { readIfThere } from "../platform/files.ts";
import { type Home, packageDir } from "../platform/paths.ts";
import { ensurePrograms } from "../platform/programs.ts";
import { bunProgram } from "../platform/runtime.ts";
import { words } from "./words.ts";

export interface Running extends DaemonInfo {
  url: string;
}

const START_TIMEOUT_MS = 10_000;
/** Until the daemon has published its address, this reads one small file. */
const POLL_MS = 3;

/** The daemon of this home, if one answers. */
export async function findDaemon(home: Home): Promise<Running | undefined> {
  return toRunning(await readDaemonState(home));
}

export function toRunning(state: DaemonState): Running | undefined {
  return state.name === "running" ? { ...state.info, url: `http://127.0.0.1:${state.info.port}` } : undefined;
}

/** The same text for every command that reports a daemon without an answer. */
export function stateWords(state: DaemonState, now = Date.now()): string {
  const say = words.doctor.daemon;
  if (state.name === "starting") return say.starting;
  if (state.name === "silent") return say.silent(state.info.pid);
  if (state.name === "running") return words.status.running;
  if (state.name === "stopped") return words.status.notRunning;
  return say.stopping(state.info.pid, Math.max(0, Math.round((now - (state.info.since ?? now)) / 1000)));
}

/** Starts a daemon unless one is running, and waits until it answers. A stopping daemon is awaited, then replaced. */
export async function ensureDaemon(home: Home): Promise<Running & { started: boolean }> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let started = false;
  for (;;) {
    const state = await readDaemonState(home);
    const running = toRunning(state);
    if (running !== undefined) return { ...running, started };
    const said = started ? finalMessage(home) : undefined;
    if (said !== undefined) throw new PawlError("daemon_failed", said);
    if (Date.now() >= deadline) {
      const message = words.errors.daemonSilent(START_TIMEOUT_MS / 1000, stateWords(state));
      throw new PawlError("daemon_silent", message, { hint: words.errors.daemonSilentHint(home.log) });
    }
    if (state.name === "stopped" && !started) {
      const file = await ensurePrograms();
      startDaemon(home, processEnv, { bun: bunProgram(), root: packageDir, file });
      started = true;
    }
    await Bun.sleep(POLL_MS);
  }
}

/** The last message of a daemon that could not start. A daemon that exits because another runs prints none. */
function finalMessage(home: Home): string | undefined {
  const text = readIfThere(`${home.log}.out`)?.trim();
  return text?.startsWith("pawl: ") ? text.slice("pawl: ".length).split("\n")[0] : undefined;
}

export async function callDaemon(home: Home, { url }: Running, path: string, init: RequestInit = {}) {
  const headers = { ...init.headers, Authorization: `Bearer ${readIfThere(home.token)?.trim()}` };
  const answer = await fetch(`${url}${path}`, { ...init, headers });
  const body: unknown = await answer.json();
  if (answer.ok) return body;
  const { status } = answer;
  const { daemonRefused, daemonRefusedHint: hint } = words.errors;
  throw new PawlError("daemon_refused", daemonRefused(status), { cause: body, hint, params: { status } });
}

/** A link to the page. It works once. */
export async function pageLink(home: Home, running: Running): Promise<string> {
  const link = (await callDaemon(home, running, "/api/page-link", { method: "POST" })) as { path: string };
  return `${running.url}${link.path}`;
}

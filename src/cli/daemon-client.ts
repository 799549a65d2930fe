/** How commands reach the daemon. */

import { type DaemonInfo, readDaemonInfo, startDaemon } from "../platform/daemon-process.ts";
import { processEnv } from "../platform/env.ts";
import { PawlError } from "../platform/errors.ts";
import { readIfThere } from "../platform/files.ts";
import { type Home, packageDir } from "../platform/paths.ts";
import { ensurePrograms } from "../platform/programs.ts";
import { bunProgram } from "../platform/runtime.ts";
import { words } from "./words.ts";

interface Running extends DaemonInfo {
  url: string;
}

const HEALTH_TIMEOUT_MS = 1000;
const START_TIMEOUT_MS = 10_000;
/** Until it has said where it is, this reads one small file. */
const POLL_MS = 3;

/** The daemon of this home, if one answers. */
export async function findDaemon(home: Home): Promise<Running | undefined> {
  const info = readDaemonInfo(home);
  if (info === undefined) return undefined;
  const url = `http://127.0.0.1:${info.port}`;
  try {
    const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const health = (await answer.json()) as { name?: string; pid?: number; version?: string };
    // Another program may have taken the port of a daemon that was killed.
    if (health.name !== "pawl" || health.pid !== info.pid) return undefined;
    return { ...info, version: health.version ?? info.version, url };
  } catch {
    // No answer in time: for a command that is the same as no daemon.
    return undefined;
  }
}

/** Starts a daemon unless one is running, and waits until it answers. `onStarting`: its process has been started. */
export async function ensureDaemon(
  home: Home,
  onStarting?: () => void,
): Promise<Running & { started: boolean }> {
  const running = await findDaemon(home);
  if (running !== undefined) return { ...running, started: false };
  const file = await ensurePrograms();
  startDaemon(home, processEnv, { bun: bunProgram(), root: packageDir, file });
  onStarting?.();
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    await Bun.sleep(POLL_MS);
    const found = await findDaemon(home);
    if (found !== undefined) return { ...found, started: true };
    const said = finalMessage(home);
    if (said !== undefined) throw new PawlError("daemon_failed", said);
  }
  throw new PawlError("daemon_silent", words.errors.daemonSilent(START_TIMEOUT_MS / 1000), {
    hint: words.errors.daemonSilentHint(home.log),
  });
}

/** What a daemon that could not start printed. One that exits because another is running prints nothing like it. */
function finalMessage(home: Home): string | undefined {
  const text = readIfThere(`${home.log}.out`)?.trim();
  return text?.startsWith("pawl: ") ? text.slice("pawl: ".length).split("\n")[0] : undefined;
}

export async function callDaemon(
  home: Home,
  running: Running,
  path: string,
  init: RequestInit = {},
): Promise<unknown> {
  const token = readIfThere(home.token)?.trim();
  const headers = { ...init.headers, Authorization: `Bearer ${token}` };
  const answer = await fetch(`${running.url}${path}`, { ...init, headers });
  const body: unknown = await answer.json();
  if (answer.ok) return body;
  throw new PawlError("daemon_refused", words.errors.daemonRefused(answer.status), {
    cause: body,
    hint: words.errors.daemonRefusedHint,
  });
}

/** A link to the page. It works once. */
export async function pageLink(home: Home, running: Running): Promise<string> {
  const { path } = (await callDaemon(home, running, "/api/page-link", { method: "POST" })) as {
    path: string;
  };
  return `${running.url}${path}`;
}

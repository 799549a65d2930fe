/** A process with all of its descendants: on POSIX its process group, on Windows its tree. */
import { setTimeout as sleep } from "node:timers/promises";
import { runSilently } from "../../platform/runtime.ts";

const WINDOWS = process.platform === "win32";

/** Time between asking and ending. */
const GRACE_MS = 200;
const POLL_MS = 20;

/** Asks all of them to end, then kills them. Returns when none is running any more. */
export async function endGroup(pid: number, graceMs = GRACE_MS): Promise<void> {
  if (WINDOWS) {
    await runSilently(["taskkill", "/PID", String(pid), "/T", "/F"]);
    return;
  }
  // The leader may end at once and leave children that ignore the signal, so the signal goes to the group.
  await signalAndWait(pid, "SIGTERM", graceMs);
  // A killed process is gone a moment later. If no parent reaps it, it stays, so the wait is limited.
  await signalAndWait(pid, "SIGKILL", GRACE_MS);
}

async function signalAndWait(pid: number, signal: NodeJS.Signals, maxMs: number): Promise<void> {
  for (let waited = 0; signalGroup(pid, waited === 0 ? signal : 0) && waited < maxMs; waited += POLL_MS)
    await sleep(POLL_MS);
}

/** Kills at once, without a request and without waiting. */
export function killGroup(pid: number): void {
  signalGroup(pid, "SIGKILL");
}

/** True if the signal reached a process. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(WINDOWS ? pid : -pid, signal);
    return true;
  } catch (error) {
    // EPERM: some members run as another user (setuid) and cannot be ended.
    if (["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

/** A process with all of its descendants: on POSIX its process group, on Windows its tree. */
import { setTimeout as sleep } from "node:timers/promises";
import { runSilently } from "../../platform/runtime.ts";

const WINDOWS = process.platform === "win32";

/** Asks all of them to end, then kills them. Returns when none is running any more. */
export async function endGroup(pid: number): Promise<void> {
  if (WINDOWS) {
    await runSilently(["taskkill", "/PID", String(pid), "/T", "/F"]);
    return;
  }
  // The leader may end at once and leave children that ignore the signal, so the signal goes to the group.
  await signalAndWait(pid, "SIGTERM");
  await signalAndWait(pid, "SIGKILL");
}

/** Waits at most 0.2 s: a killed process that no parent reaps stays. */
async function signalAndWait(pid: number, signal: NodeJS.Signals): Promise<void> {
  for (let tries = 0; signalGroup(pid, tries === 0 ? signal : 0) && tries < 10; tries++) await sleep(20);
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

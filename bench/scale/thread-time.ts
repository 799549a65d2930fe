/** Processor time of a process's first thread, which answers in the daemon: other work on the machine does not change it. */
import { readFileSync } from "node:fs";

/** In milliseconds; not a number where the system does not tell. */
export const threadMs = (pid: number): number => schedulingOf(pid, 0);

/** How long it was ready and had no processor: on a machine with enough of them next to nothing. */
export const threadWaitMs = (pid: number): number => schedulingOf(pid, 1);

function schedulingOf(pid: number, field: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[field]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

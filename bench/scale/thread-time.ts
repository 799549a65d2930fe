/** Processor time of a process's first thread, which answers in the daemon: other work on the machine does not change it. */
import { readFileSync } from "node:fs";

/** In milliseconds; not a number where the system does not tell. */
export function threadMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

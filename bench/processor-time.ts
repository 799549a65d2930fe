/** Processor time of processes, by thread: unlike wall time it hardly depends on other load. Linux only. */
import { readdirSync, readFileSync } from "node:fs";

/** In milliseconds; `main` is the thread that answers. */
export interface ProcessorTime {
  main: number;
  all: number;
}

export function processorTime(pid: number): ProcessorTime {
  const ofThread = (tid: string): number => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${tid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    } catch {
      // Ended in the meantime.
      return 0;
    }
  };
  const all = readdirSync(`/proc/${pid}/task`).reduce((sum, tid) => sum + ofThread(tid), 0);
  return { main: ofThread(String(pid)), all };
}

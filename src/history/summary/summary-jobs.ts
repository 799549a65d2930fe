/** Sessions that wait for a model's summary, and when the last ones were written: one small file. */
import { readIfThere, writeWhole } from "../../platform/files.ts";

const HOUR_MS = 3_600_000;
const MOST_WAITING = 500;

export interface SummaryJobs {
  add(sessionId: string): void;
  /** The oldest one, unless as many as are allowed were begun in the last hour. It counts as begun. */
  begin(now: number, perHour: number): string | undefined;
  /** Takes it off the list. */
  finish(sessionId: string, isWritten: boolean): void;
  /** The session goes on: what was or would be written of it is not about all of it. */
  drop(sessionId: string): void;
  /** Whether its summary is a model's. */
  isWritten(sessionId: string): boolean;
  waiting(): string[];
}

export function openSummaryJobs(path: string): SummaryJobs {
  const jobs = read(path);
  const save = () => writeWhole(path, `${JSON.stringify(jobs)}\n`);
  return {
    add(sessionId) {
      if (jobs.waiting.includes(sessionId)) return;
      jobs.waiting = [...jobs.waiting, sessionId].slice(-MOST_WAITING);
      save();
    },
    begin(now, perHour) {
      const [next] = jobs.waiting;
      jobs.begun = jobs.begun.filter((at) => now - at < HOUR_MS && at <= now);
      if (next === undefined || jobs.begun.length >= perHour) return undefined;
      jobs.begun.push(now);
      save();
      return next;
    },
    finish(sessionId, isWritten) {
      jobs.waiting = jobs.waiting.filter((id) => id !== sessionId);
      const others = jobs.written.filter((id) => id !== sessionId);
      jobs.written = isWritten ? [...others, sessionId].slice(-MOST_WAITING) : others;
      save();
    },
    drop(sessionId) {
      if (!jobs.waiting.includes(sessionId) && !jobs.written.includes(sessionId)) return;
      jobs.waiting = jobs.waiting.filter((id) => id !== sessionId);
      jobs.written = jobs.written.filter((id) => id !== sessionId);
      save();
    },
    isWritten: (sessionId) => jobs.written.includes(sessionId),
    waiting: () => [...jobs.waiting],
  };
}

function read(path: string): { waiting: string[]; begun: number[]; written: string[] } {
  const ids = (list: unknown) => (Array.isArray(list) ? list.filter((id) => typeof id === "string") : []);
  try {
    const { waiting, begun, written } = Object(JSON.parse(readIfThere(path) ?? "{}")) as Record<
      string,
      unknown
    >;
    return {
      waiting: ids(waiting),
      begun: Array.isArray(begun) ? begun.filter((at) => typeof at === "number") : [],
      written: ids(written),
    };
  } catch {
    // A damaged list costs a few summaries by a model; those that Pawl extracts are there.
    return { waiting: [], begun: [], written: [] };
  }
}

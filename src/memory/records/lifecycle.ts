/** When a memory is loaded, and when it ends: the only place for both, so that `--why` can explain them. */
import type { Memory, MemoryStatus } from "./memory.ts";
import { parseUri } from "./memory.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const IDLE_DAYS = 30;
/** Up to this priority, a memory is loaded in every session. */
export const CORE_PRIORITY = 2;

type Loading = "always" | "on-demand" | "by-hand" | "never";

export function loadingOf(priority: number): Loading {
  if (priority <= CORE_PRIORITY) return "always";
  if (priority <= 5) return "on-demand";
  return priority <= 7 ? "by-hand" : "never";
}

/** Proposals are not facts yet, and a memory that is loaded by hand is not injected automatically. */
export function isInjectable({ status, priority }: Pick<Memory, "status" | "priority">): boolean {
  const loading = loadingOf(priority);
  return status === "active" && (loading === "always" || loading === "on-demand");
}

export interface LifecycleInput {
  now: number;
  /** The ended session; absent if only time has passed. */
  ended?: { sessionId: string; project: string };
}

interface Fate {
  /** Its next status; absent if it stays. */
  becomes?: Extract<MemoryStatus, "archived" | "deleted">;
  /** Why, as a sentence. */
  reason: string;
  /** The reason, for other languages: the sentence and its number. */
  why: FateReason;
  days?: number;
}

type FateReason = "over" | "taskEnded" | "task" | "stays" | "untilRemoved" | "idle" | "expires";

type Living = Pick<
  Memory,
  "uri" | "project" | "priority" | "status" | "createdAt" | "updatedAt" | "accessedAt" | "provenance"
>;

export function fateOf(memory: Living, { now, ended }: LifecycleInput): Fate {
  const { priority, status } = memory;
  if (status === "archived" || status === "deleted")
    return { why: "over", reason: `It is ${status} already.` };
  if (isTask(memory)) {
    if (ended !== undefined && memory.provenance?.sessionId === ended.sessionId) {
      return {
        becomes: "deleted",
        why: "taskEnded",
        reason: "Its session ended, and tasks of priority 7 to 10 end with it.",
      };
    }
    // Its session may be unknown, or may have been killed before it could end. Another session's end never ends it.
    if (ended === undefined && idleDays(memory, now) >= IDLE_DAYS) {
      const idle = idleDays(memory, now);
      return {
        becomes: "deleted",
        why: "idle",
        days: idle,
        reason: `A task that was not used for ${idle} days.`,
      };
    }
    return { why: "task", reason: "It ends with its session: a task of priority 7 to 10." };
  }
  if (priority <= 3) return { why: "stays", reason: "Priority 0 to 3 stays." };
  if (priority > 6)
    return {
      why: "untilRemoved",
      reason: "Priority 7 to 10 stays until someone removes it, unless it is a task.",
    };
  const idle = idleDays(memory, now);
  if (idle >= IDLE_DAYS) {
    return {
      becomes: "archived",
      why: "idle",
      days: idle,
      reason: `Not used for ${idle} days; priority 4 to 6 expires after 30.`,
    };
  }
  const left = IDLE_DAYS - idle;
  return {
    why: "expires",
    days: left,
    reason: `Priority 4 to 6 expires when it is not used for 30 days: ${left} left.`,
  };
}

/** Explains the loading and the end of one memory to people. */
export function explainMemory(memory: Living, now: number): string {
  return `${LOADING[loadingOf(memory.priority)]} ${fateOf(memory, { now }).reason}`;
}

const LOADING: Readonly<Record<Loading, string>> = {
  always: "Loaded in every session (priority 0 to 2).",
  "on-demand": "Loaded when it bears on what is being done (priority 3 to 5).",
  "by-hand": "Loaded when someone asks for it (priority 6 and 7).",
  never: "Never loaded by itself (priority 8 to 10).",
};

function isTask({ uri, priority }: Living): boolean {
  return priority >= 7 && parseUri(uri).namespace === "task";
}

function idleDays(memory: Living, now: number): number {
  return Math.max(0, Math.floor((now - lastUse(memory)) / DAY_MS));
}

function lastUse(memory: Living): number {
  return Math.max(memory.createdAt, memory.updatedAt, memory.accessedAt ?? 0);
}

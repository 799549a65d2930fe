/**
 * Background work of the daemon. The page queries it on connecting and then until it is done. Constant queries would keep the
 * daemon from ever being idle.
 */
import { signal } from "@preact/signals";
import { words } from "../words/index.ts";
import { get } from "./api.ts";
import { connection, generation, onLive } from "./live.ts";

interface Doing {
  task: string;
  done?: number;
  total?: number;
}

interface ShownTask {
  task: string;
  /** Absent where it cannot be counted. */
  percent?: number;
}

/** Those that take a while. */
export const tasks = signal<readonly ShownTask[]>([]);

const AGAIN_MS = 2_000;
/** A few records are indexed after every event. */
const FEW = 300;
/** Something happened: more may be to do than before. */
const LIVE_MS = 30_000;

export function followTasks(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = 0;
  async function load(): Promise<void> {
    clearTimeout(timer);
    askedAt = Date.now();
    try {
      const { doing } = await get<{ doing: Doing[] }>("/api/daemon");
      tasks.value = toShown(doing);
    } catch {
      // The connection's own banner shows the problem.
      tasks.value = [];
    }
    if (tasks.value.length > 0 && connection.value === "open") timer = setTimeout(load, AGAIN_MS);
  }
  generation.subscribe(() => void load());
  onLive(() => {
    if (Date.now() - askedAt > LIVE_MS) void load();
  });
}

function toShown(doing: readonly Doing[]): ShownTask[] {
  const named = words.value.banner.tasks;
  return (
    doing
      // Without older records that task ends at once.
      .filter(({ task, total = 0 }) => task in named && (task !== "redactOlder" || total > 0))
      .filter(({ task, total = 0 }) => task !== "index" || total > FEW)
      .map(({ task, done = 0, total }) =>
        total ? { task, percent: Math.min(100, Math.floor((done / total) * 100)) } : { task },
      )
  );
}

/**
 * Loaded before the daemon's program (`--preload`): ends it with `kill -9` in the middle of one kind of work. Which one stands
 * in the variable PAWL_BENCH_KILL. Whether the work was still under way is written down first: what ended before that is no
 * kill in it.
 */
import { Database, type Statement } from "bun:sqlite";
import { writeFileSync } from "node:fs";

export interface KillPoint {
  /** Where to write what happened. */
  report: string;
  /** A task of the work thread, so many milliseconds after it was given. */
  task?: string;
  afterMs?: number;
  /** Directly after a statement with this text, before the transaction that it belongs to is committed. */
  sql?: string;
  /** In the work thread, or in the one that answers. */
  thread?: "work" | "answers";
  /** How many of these statements are let through before. */
  skip?: number;
  /** The clock jumps ahead soon after the start: what waits for a quiet minute begins. */
  isQuiet?: boolean;
}

export type KillReport = "hit" | "over";

const point = JSON.parse(process.env.PAWL_BENCH_KILL ?? "{}") as KillPoint;

function end(report: KillReport): void {
  writeFileSync(point.report, report);
  process.kill(process.pid, "SIGKILL");
}

if (Bun.isMainThread) {
  killInTask();
  if (point.thread === "answers") killAfterStatement();
  if (point.isQuiet === true) hurry();
} else if (point.thread === "work") killAfterStatement();

/** The work thread is a Worker: what it is given and what it has done passes here. */
function killInTask(): void {
  const { task, afterMs = 0 } = point;
  const asked = new Set<number>();
  globalThis.Worker = class extends Worker {
    constructor(program: string | URL, options: WorkerOptions = {}) {
      super(program, { ...options, preload: import.meta.path });
      this.addEventListener("message", ({ data }: MessageEvent<{ type: string; id: number }>) => {
        if ((data.type === "done" || data.type === "failed") && asked.has(data.id)) end("over");
      });
    }
    override postMessage(message: { type: string; task?: string; id: number }): void {
      super.postMessage(message);
      if (message.type !== "do" || message.task !== task || asked.size > 0) return;
      asked.add(message.id);
      setTimeout(() => end("hit"), afterMs);
    }
  } as unknown as typeof Worker;
}

function killAfterStatement(): void {
  const { sql = "" } = point;
  let left = point.skip ?? 0;
  const seen = (text: string) => {
    if (text.includes(sql) && left-- === 0) end("hit");
  };
  const { query, run } = Database.prototype;
  const known = new WeakSet<Statement>();
  Database.prototype.query = function watched(this: Database, text: string) {
    const statement = query.call(this, text) as Statement;
    if (!text.includes(sql) || known.has(statement)) return statement;
    known.add(statement);
    for (const name of ["run", "get", "all"] as const) {
      const own = statement[name].bind(statement) as (...values: never[]) => unknown;
      Object.defineProperty(statement, name, {
        value: (...values: never[]) => {
          const result = own(...values);
          seen(text);
          return result;
        },
      });
    }
    return statement;
  } as typeof query;
  Database.prototype.run = function watched(this: Database, text: string, ...values: never[]) {
    const result = run.call(this, text, ...values);
    seen(text);
    return result;
  } as typeof run;
}

const QUIET_AFTER_MS = 1_500;
const QUIET_MS = 100_000;
const TICK_MS = 30_000;
const SHORT_TICK_MS = 500;

function hurry(): void {
  const { now } = Date;
  const from = now();
  Date.now = () => now() + (now() - from > QUIET_AFTER_MS ? QUIET_MS : 0);
  const every = globalThis.setInterval;
  globalThis.setInterval = ((run: () => void, ms: number) =>
    every(run, ms === TICK_MS ? SHORT_TICK_MS : ms)) as typeof setInterval;
}

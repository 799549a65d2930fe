/**
 * Synchronises while the daemon runs, in a thread of its own: a slow server or connection, or many
 * incoming records, never delay a hook. Without a team there is no thread; only the team file is checked every few seconds.
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Home } from "../platform/paths.ts";
import type { ReaderNews } from "./readers.ts";

export type ToTeamWorker = { type: "sync" } | { type: "close" };
export type FromTeamWorker =
  | { type: "done"; pushed: number; pulled: number; news: ReaderNews[] }
  | { type: "failed"; message: string; code: string }
  | { type: "closed" };

interface BackgroundDeps {
  home: Home;
  now(): number;
  /** When the last request came. */
  lastWork(): number;
  /** A round is over. */
  onRound(): void;
  /** The readers of a shared project have changed. */
  onNews(news: readonly ReaderNews[]): void;
  /** Records arrived: caches in memory are out of date. */
  onPulled(): void;
  log: { info(message: string, about?: object): void; warn(message: string, about?: object): void };
  /** The interval for checking whether a round is due. */
  lookMs?: number;
}

interface TeamBackground {
  /** Synchronise now instead of at the next scheduled time. */
  soon(): void;
  close(): Promise<void>;
}

/** The thread's program: next to this file or, in a bundle (bin/bundle.ts), next to the program. */
const WORKER =
  import.meta.dir === "" ? join(dirname(Bun.main), "team-worker.js") : join(import.meta.dir, "worker.ts");
const LOOK_MS = 2_000;
const CLOSE_MS = 3_000;

export function startTeamBackground({
  home,
  now,
  lastWork,
  onRound,
  onNews,
  onPulled,
  log,
  lookMs = LOOK_MS,
}: BackgroundDeps): TeamBackground {
  let worker: Worker | undefined;
  let last: Round | undefined;
  let isRunning = false;
  let isAsked = false;
  let jitter = Math.random();
  const closed = Promise.withResolvers<void>();

  function ended(changed: boolean, failed?: { message: string; code: string }): void {
    const failures = failed === undefined ? 0 : (last?.failures ?? 0) + 1;
    // Logged once, not with every attempt.
    if (failed !== undefined && failures === 1) log.warn("the team could not be reached", failed);
    else if (failed === undefined && (last?.failures ?? 0) > 0) log.info("the team is reached again");
    last = { at: now(), changed, failures };
    jitter = Math.random();
    isRunning = false;
    onRound();
  }

  function open(): Worker {
    const opened = new Worker(WORKER, { env: { ...process.env, PAWL_HOME: home.dir } });
    opened.onmessage = ({ data }: MessageEvent<FromTeamWorker>) => {
      if (data.type === "closed") return closed.resolve();
      if (data.type === "failed") return ended(false, data);
      if (data.pulled > 0) onPulled();
      if (data.news.length > 0) onNews(data.news);
      ended(data.pushed + data.pulled > 0);
    };
    opened.onerror = ({ message }) => {
      opened.terminate();
      worker = undefined;
      ended(false, { message, code: "team_thread" });
    };
    return opened;
  }

  const timer = setInterval(() => {
    if (isRunning || !existsSync(home.team)) return;
    if (!isAsked && now() < nextRound(last, lastWork(), now(), jitter)) return;
    isRunning = true;
    isAsked = false;
    worker ??= open();
    worker.postMessage({ type: "sync" } satisfies ToTeamWorker);
  }, lookMs);
  timer.unref();

  return {
    soon() {
      isAsked = true;
    },
    async close() {
      clearInterval(timer);
      if (worker === undefined) return;
      worker.postMessage({ type: "close" } satisfies ToTeamWorker);
      // A server that does not answer must not keep the daemon from stopping.
      await Promise.race([closed.promise, Bun.sleep(CLOSE_MS)]);
      worker.terminate();
    },
  };
}

// Decides when to synchronize: often while someone works, rarely otherwise, with growing delays if the server is unreachable.

interface Round {
  at: number;
  /** True if anything was sent or received. */
  changed: boolean;
  /** The number of consecutive failed rounds. */
  failures: number;
}

const BUSY_MS = 5_000;
const QUIET_MS = 60_000;
/** After the last hook. */
const WORKING_MS = 120_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_MS = 300_000;

/** `random`: from 0 to 1. It spreads out machines that lost the server at the same time. */
export function nextRound(last: Round | undefined, lastWork: number, now: number, random: number): number {
  if (last === undefined) return now;
  if (last.failures > 0) {
    const wait = Math.min(LONGEST_MS, FIRST_RETRY_MS * 2 ** (last.failures - 1));
    return last.at + wait * (0.5 + random / 2);
  }
  const isBusy = last.changed || now - lastWork < WORKING_MS;
  return last.at + (isBusy ? BUSY_MS : QUIET_MS);
}

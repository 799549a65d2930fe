/**
 * The caller's side of a work thread. The thread costs 10 MB, so it starts when there is work and ends after some idle time.
 * If it dies, the waiting callers get an error and the next task starts a new thread.
 */
import { dirname, join } from "node:path";
import type { SessionDigest } from "../../memory/digest/types.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { PawlError } from "../../platform/errors.ts";
import { allKnownValues, followKnownValues, takeKnownValues } from "../../redact/known-values.ts";
import { userRulesSource } from "../../redact/settings.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { override, type Store } from "../../store/store.ts";
import { forgettingIn } from "../../team/sql/forget.ts";
import type { FromThread, SentError, Task, ToThread, WorkPlace } from "./program.ts";
import type { BackgroundWork } from "./work.ts";

interface WorkThreadOptions {
  place: WorkPlace;
  onDigest(project: string, digest: SessionDigest): void;
  /** How long it may be idle before it ends. */
  idleMs?: number;
}

/** What is being done, for people. */
interface Doing {
  task: Task;
  since: number;
  done?: number;
  total?: number;
}

/** The thread's program: next to this file or, in a bundle (bin/bundle.ts), next to the program. */
const PROGRAM =
  import.meta.dir === "" ? join(dirname(Bun.main), "work.js") : join(import.meta.dir, "program.ts");
const IDLE_MS = 20_000;
/** Maximum time for a thread to end. After that, callers stop waiting. */
const END_MS = 5000;

interface Waiting {
  task: Task;
  since: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export function openWorkThread({ place, onDigest, idleMs = IDLE_MS }: WorkThreadOptions) {
  const waiting = new Map<number, Waiting>();
  const progress = new Map<Task, { done: number; total: number }>();
  let thread: { worker: Worker; ended: PromiseWithResolvers<void> } | undefined;
  let ending: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let last = 0;

  function start() {
    const worker = new Worker(PROGRAM, { smol: true });
    const ended = Promise.withResolvers<void>();
    worker.onmessage = ({ data }: MessageEvent<FromThread>) => {
      if (data.type === "digest") onDigest(data.project, data.digest);
      else if (data.type === "progress") progress.set(data.task, { done: data.done, total: data.total });
      else if (data.type === "values") takeKnownValues(data.shared);
      else if (data.type === "ended") ended.resolve();
      else settle(data);
    };
    worker.onerror = ({ message }) => {
      if (thread?.worker === worker) {
        thread = undefined;
        followKnownValues(undefined);
      }
      for (const { reject } of waiting.values()) reject(new Error(`The work thread has failed: ${message}`));
      waiting.clear();
      progress.clear();
      worker.terminate();
      ended.resolve();
    };
    post(worker, { type: "open", place });
    post(worker, { type: "values", shared: allKnownValues() });
    followKnownValues((shared) => post(worker, { type: "values", shared }));
    return { worker, ended };
  }

  function settle(message: FromThread & { id: number }): void {
    const task = waiting.get(message.id);
    waiting.delete(message.id);
    if (task === undefined) return;
    if (!isRunning(task.task)) progress.delete(task.task);
    if (message.type === "failed") task.reject(toError(message.error));
    else if (message.type === "done") task.resolve(message.result);
    if (waiting.size === 0 && !isClosed) timer = setTimeout(() => void end(), idleMs);
  }

  const isRunning = (name: Task) => [...waiting.values()].some(({ task }) => task === name);

  function perform(task: Task, args: unknown[]): Promise<unknown> {
    if (isClosed) return Promise.reject(closed());
    clearTimeout(timer);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(++last, { task, since: Date.now(), resolve, reject });
    thread ??= start();
    post(thread.worker, { type: "do", id: last, task, args, userRules: userRulesSource() });
    return promise;
  }

  function end(): Promise<void> {
    const ended = thread;
    if (ended === undefined) return ending;
    thread = undefined;
    followKnownValues(undefined);
    post(ended.worker, { type: "end" });
    // A new one may start meanwhile: both have connections of their own.
    ending = endThread(ended);
    return ending;
  }

  const method =
    (_: object, task: Task) =>
    (...args: unknown[]) =>
      perform(task, args);
  return {
    work: new Proxy({}, { get: method as ProxyHandler<object>["get"] & {} }) as BackgroundWork,
    doing: (): Doing[] =>
      [...waiting.values()].map(({ task, since }) => ({ task, since, ...progress.get(task) })),
    /** Breaks off what takes long, between two records. */
    stop(): void {
      if (thread !== undefined) post(thread.worker, { type: "stop" });
    },
    /** Waits until all of its work is done. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await end();
      for (const { reject } of waiting.values()) reject(closed());
      waiting.clear();
    },
  };
}

/**
 * A busy thread is not terminated, because Bun's main thread was seen to spin for hours after that. The thread has received
 * the request to end, and ends after its current task. If the process exits earlier, it is killed.
 */
async function endThread({
  worker,
  ended,
}: {
  worker: Worker;
  ended: PromiseWithResolvers<void>;
}): Promise<void> {
  let isEnded = false;
  const gone = ended.promise.then(() => {
    isEnded = true;
    worker.terminate();
  });
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, END_MS);
  await Promise.race([gone, late.promise]);
  // It would keep a command from ending.
  clearTimeout(timer);
  if (isEnded) return;
  const leaveHard = () => process.kill(process.pid, "SIGKILL");
  process.once("exit", leaveHard);
  void gone.then(() => process.off("exit", leaveHard));
}

function post(worker: Worker, message: ToThread): void {
  worker.postMessage(message);
}

const closed = () => new PawlError("store_closed", "Pawl is stopping.");

function toError({ name, message, code = "", ...sent }: SentError): Error {
  const error = name === "PawlError" ? new PawlError(code, message) : new Error(message);
  return Object.assign(error, sent);
}

/** The store, with what grows with it done by `work`. */
export function far(store: Store, work: BackgroundWork): Store {
  const { stats, expireMemories, previewForget, forgetItems, forget, finishForgetting } = work;
  const counted = override(store, recordsIn, { stats });
  const expired = override(counted, memoriesIn, { expireMemories });
  return override(expired, forgettingIn, { previewForget, forgetItems, forget, finishForgetting });
}

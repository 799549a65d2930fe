/** Threads that read transcripts, so that one process's writing to the store is all that stays on the main one. */
import { PawlError } from "../errors.ts";
import type { ReadOptions, ReadStep } from "./read.ts";

export type ToWorker =
  | { type: "read"; job: Omit<ReadOptions, "redact" | "signal"> }
  | { type: "stored" }
  | { type: "abort" };

export type FromWorker =
  | { type: "step"; step: ReadStep }
  | { type: "done" }
  | { type: "failed"; message: string; stack: string | undefined };

export interface Readers extends AsyncDisposable {
  /** Waits for a free thread. `options.redact` is not used: a thread brings the one redaction there is. */
  read(options: ReadOptions): AsyncIterable<ReadStep>;
  close(): Promise<void>;
}

/** From a bundle (src/platform/programs.ts) it is one, too. */
const WORKER = import.meta.path.endsWith(".ts") ? "./worker.ts" : "./worker.js";

export function openReaders(count: number): Readers {
  const all = Array.from({ length: count }, () => new Worker(new URL(WORKER, import.meta.url)));
  const free = [...all];
  const waiting: ((worker: Worker) => void)[] = [];

  const claim = (): Promise<Worker> => {
    const worker = free.pop();
    return worker !== undefined ? Promise.resolve(worker) : new Promise((resolve) => waiting.push(resolve));
  };
  const release = (worker: Worker) => {
    const next = waiting.shift();
    if (next !== undefined) next(worker);
    else free.push(worker);
  };
  const close = async () => {
    for (const worker of all) worker.terminate();
  };

  return {
    async *read({ redact: _, signal, ...job }) {
      const worker = await claim();
      const abort = () => post(worker, { type: "abort" });
      signal?.addEventListener("abort", abort);
      const inbox = createInbox(worker);
      post(worker, { type: "read", job });
      if (signal?.aborted) abort();
      let message = await inbox();
      try {
        for (; message.type === "step"; message = await inbox()) {
          yield message.step;
          post(worker, { type: "stored" });
        }
        if (message.type === "failed") throw unreadable(job.path, message);
      } finally {
        signal?.removeEventListener("abort", abort);
        // Whoever asked has left early: the thread is free again only when it has stopped.
        if (message.type === "step") abort();
        while (message.type === "step") message = await inbox();
        release(worker);
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function unreadable(path: string, { message, stack }: FromWorker & { type: "failed" }): PawlError {
  return new PawlError("transcript_unreadable", `Cannot read ${path}: ${message}`, { cause: stack });
}

/** The worker's messages in order, one per call. */
function createInbox(worker: Worker): () => Promise<FromWorker> {
  const messages: FromWorker[] = [];
  let take: ((message: FromWorker) => void) | undefined;
  const put = (message: FromWorker) => {
    if (take === undefined) messages.push(message);
    else {
      take(message);
      take = undefined;
    }
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => put(data);
  worker.onerror = (event) => put({ type: "failed", message: event.message, stack: undefined });
  return () => {
    const message = messages.shift();
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => {
      take = resolve;
    });
  };
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

/** Threads that read transcripts, so that the main thread only writes to the store. */
import { dirname, join } from "node:path";
import { PawlError } from "../../platform/errors.ts";
import { userRulesSource } from "../../redact/user-rules.ts";
import type { ReadOptions, ReadStep } from "./read.ts";

type Job = Omit<ReadOptions, "redact" | "signal">;

export type ToWorker =
  | { type: "read"; id: number; job: Job; userRules: string }
  | { type: "stored" }
  | { type: "abort"; id: number };

export type FromWorker =
  | { type: "step"; id: number; step: ReadStep }
  | { type: "done"; id: number }
  | { type: "failed"; id: number; message: string; stack: string | undefined };

export interface Readers extends AsyncDisposable {
  /** How many files can be requested at once without waiting. */
  readonly places: number;
  /** Waits for a free slot. `options.redact` is ignored: a thread always uses the default redaction. */
  read(options: ReadOptions): AsyncIterable<ReadStep>;
  close(): Promise<void>;
}

/** The thread's program: next to this file or, in a bundle (bin/bundle.ts), next to the program. */
const WORKER =
  import.meta.dir === "" ? join(dirname(Bun.main), "worker.js") : join(import.meta.dir, "worker.ts");
/** While one step is stored, the thread reads the next one. */
const FILES_EACH = 4;

/** A thread starts on first use: usually nothing is new. */
export function openReaders(count: number): Readers {
  const threads = Array.from({ length: count }, () => createThread());
  const free = Array.from({ length: FILES_EACH }, () => threads).flat();
  const waiting: ((thread: Thread) => void)[] = [];

  const claim = (): Promise<Thread> => {
    const thread = free.shift();
    return thread !== undefined ? Promise.resolve(thread) : new Promise((resolve) => waiting.push(resolve));
  };
  const release = (thread: Thread) => {
    const next = waiting.shift();
    if (next !== undefined) next(thread);
    else free.push(thread);
  };
  const close = async () => {
    for (const thread of threads) thread.close();
  };

  return {
    places: free.length,
    async *read({ redact: _, signal, ...job }) {
      const thread = await claim();
      const { id, inbox } = thread.start(job);
      const abort = () => thread.post({ type: "abort", id });
      signal?.addEventListener("abort", abort);
      if (signal?.aborted) abort();
      let message = await inbox.take();
      try {
        for (; message.type === "step"; message = await inbox.take()) {
          yield message.step;
          thread.post({ type: "stored" });
        }
        if (message.type === "failed") throw unreadable(job.path, message);
      } finally {
        signal?.removeEventListener("abort", abort);
        // The caller stopped early: the slot is free again only when the thread has finished the file.
        if (message.type === "step") abort();
        for (; message.type === "step"; message = await inbox.take()) thread.post({ type: "stored" });
        release(thread);
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Thread {
  start(job: Job): { id: number; inbox: Inbox };
  post(message: ToWorker): void;
  close(): void;
}

function createThread(): Thread {
  const inboxes = new Map<number, Inbox>();
  let worker: Worker | undefined;
  let jobs = 0;

  const open = () => {
    const opened = new Worker(WORKER);
    opened.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      inboxes.get(data.id)?.put(data);
      if (data.type !== "step") inboxes.delete(data.id);
    };
    opened.onerror = ({ message }) => {
      for (const [id, inbox] of inboxes) inbox.put({ type: "failed", id, message, stack: undefined });
      inboxes.clear();
      // Its remaining files are reported as failed; the next file gets a new thread.
      opened.terminate();
      worker = undefined;
    };
    return opened;
  };
  const post = (message: ToWorker) => {
    worker ??= open();
    worker.postMessage(message);
  };
  return {
    start(job) {
      const id = jobs++;
      const inbox = createInbox();
      inboxes.set(id, inbox);
      post({ type: "read", id, job, userRules: userRulesSource() });
      return { id, inbox };
    },
    post,
    close: () => worker?.terminate(),
  };
}

function unreadable(path: string, { message, stack }: FromWorker & { type: "failed" }): PawlError {
  return new PawlError("transcript_unreadable", `Cannot read ${path}: ${message}`, {
    cause: stack,
    params: { path, reason: message },
  });
}

/** A file's messages in order, one per call. */
interface Inbox {
  put(message: FromWorker): void;
  take(): Promise<FromWorker>;
}

function createInbox(): Inbox {
  const messages: FromWorker[] = [];
  let wanted: ((message: FromWorker) => void) | undefined;
  return {
    put(message) {
      if (wanted === undefined) messages.push(message);
      else {
        wanted(message);
        wanted = undefined;
      }
    },
    take() {
      const message = messages.shift();
      if (message !== undefined) return Promise.resolve(message);
      return new Promise((resolve) => {
        wanted = resolve;
      });
    },
  };
}

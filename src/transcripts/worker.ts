/**
 * Reads transcripts in a thread of its own, parsing and redaction included: nothing leaves it that holds a secret.
 * One file after the other; it may be a few steps ahead of what the other side has stored, so that neither waits
 * for the other and memory stays bounded.
 */
import { redactor } from "../memory/redact/redactor.ts";
import { type ReadOptions, readTranscript } from "./read.ts";
import type { FromWorker, ToWorker } from "./workers.ts";

declare const self: Worker;

const AHEAD = 4;
/** So much of a file stays in the processor's cache while it is cut into lines. */
const LINES = { sync: true, chunkBytes: 1 << 18 };

let credit = AHEAD;
let wake: () => void = () => undefined;
let last: Promise<void> = Promise.resolve();
/** Of the files that are not done. */
const aborts = new Map<number, AbortController>();

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "stored") credit++;
  else if (data.type === "abort") aborts.get(data.id)?.abort();
  else {
    const { id, job } = data;
    const abort = new AbortController();
    aborts.set(id, abort);
    last = last.then(() => run(id, job, abort.signal));
  }
  wake();
};

async function run(
  id: number,
  job: Omit<ReadOptions, "redact" | "signal">,
  signal: AbortSignal,
): Promise<void> {
  try {
    for await (const step of readTranscript({ ...job, redact: redactor, signal, lines: LINES })) {
      while (credit <= 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      credit--;
      send({ type: "step", id, step });
    }
    send({ type: "done", id });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ type: "failed", id, message, stack });
  } finally {
    aborts.delete(id);
  }
}

function send(message: FromWorker): void {
  self.postMessage(message);
}

/**
 * Reads transcripts in a thread of its own, parsing and redaction included: nothing leaves it that holds a secret.
 * Steps are sent two ahead of what the other side has stored, so that memory stays bounded.
 */
import { redactor } from "../memory/redactor.ts";
import { type ReadOptions, readTranscript } from "./read.ts";
import type { FromWorker, ToWorker } from "./workers.ts";

declare const self: Worker;

const AHEAD = 2;

let credit = 0;
let wake: () => void = () => undefined;
let abort = new AbortController();

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "stored") credit++;
  else if (data.type === "abort") abort.abort();
  else void run(data.job);
  wake();
};

async function run(job: Omit<ReadOptions, "redact" | "signal">): Promise<void> {
  credit = AHEAD;
  abort = new AbortController();
  try {
    for await (const step of readTranscript({ ...job, redact: redactor, signal: abort.signal })) {
      while (credit === 0 && !abort.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      credit--;
      send({ type: "step", step });
    }
    send({ type: "done" });
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    send({ type: "failed", message, stack });
  }
}

function send(message: FromWorker): void {
  self.postMessage(message);
}

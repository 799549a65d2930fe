/**
 * Reads transcripts in its own thread, including parsing and redaction: no secret leaves it. Reads one file after
 * another and may be a few steps ahead of what is stored, so that neither side waits for the other and memory
 * stays bounded.
 */

import { redactor } from "../../redact/redactor.ts";
import { applyRedactSettings } from "../../redact/settings.ts";
import { userRulesSource } from "../../redact/user-rules.ts";
import { type ReadOptions, readTranscript } from "./read.ts";
import type { FromWorker, ToWorker } from "./workers.ts";

declare const self: Worker;

const AHEAD = 4;
/** This much of a file fits in the processor's cache while it is split into lines. */
const LINES = { sync: true, chunkBytes: 1 << 18 };

let credit = AHEAD;
let wake: () => void = () => undefined;
let last: Promise<void> = Promise.resolve();
/** For files that are not finished. */
const aborts = new Map<number, AbortController>();

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === "stored") credit++;
  else if (data.type === "abort") aborts.get(data.id)?.abort();
  else {
    const { id, job, userRules } = data;
    if (userRules !== userRulesSource()) useRules(userRules);
    const abort = new AbortController();
    aborts.set(id, abort);
    last = last.then(() => run(id, job, abort.signal));
  }
  wake();
};

/** The user's own rules, as the main thread has them. */
function useRules(source: string): void {
  const [patterns, values] = source === "" ? [[], []] : (JSON.parse(source) as [string[], string[]]);
  applyRedactSettings({ patterns, values });
}

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

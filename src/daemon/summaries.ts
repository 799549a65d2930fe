/** Summaries by a model, where the user wants them: in the background, one at a time, so many an hour. */
import type { Settings } from "../engine/config/schema.ts";
import type { WriteSummary } from "../engine/write-summary.ts";
import { saveProposal } from "../handlers/index.ts";
import type { Redactor } from "../memory/observation.ts";
import { toSessionMarkdown } from "../memory/session-markdown.ts";
import { type Clock, formatTime } from "../platform/clock.ts";
import type { Log } from "../platform/log.ts";
import type { SummaryJobs } from "../platform/summary-jobs.ts";
import type { Store } from "../store/store.ts";

export interface SummariesDeps {
  store: Store;
  settings: Settings;
  jobs: SummaryJobs;
  write: WriteSummary;
  redact: Redactor;
  now: Clock;
  log: Log;
}

export interface Summaries {
  /** A session has ended. */
  ended(sessionId: string): void;
  /** Writes what is allowed now; what is left waits for the next call. */
  work(): Promise<void>;
  close(): Promise<void>;
}

const LONGEST_MATERIAL = 40_000;
const TIMEOUT_MS = 120_000;

export function createSummaries(deps: SummariesDeps): Summaries {
  const { store, jobs, redact, now, log } = deps;
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  const isOn = () => deps.settings.summaries.provider === "claude";

  async function writeOne(sessionId: string): Promise<void> {
    const records = await store.session(sessionId);
    if (records === undefined || records.prompts.length === 0) return;
    const material = toSessionMarkdown({ ...records, injections: [], formatTime }).slice(0, LONGEST_MATERIAL);
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const { summary, rules } = await deps.write(material, deps.settings.summaries.model, signal);
    const text = redact.text(summary.join("\n"));
    await store.saveSummary({ sessionId, at: now(), text, redaction: redact.version });
    const { project } = records.session;
    for (const rule of project === "" ? [] : rules) {
      const place = { sessionId, key: "", at: now() };
      const options = { at: now(), redaction: redact.version, origin: "model" } as const;
      await saveProposal(store, redact.text(rule), "rule", place, project, options);
    }
  }

  async function workThrough(): Promise<void> {
    while (isOn() && !stop.signal.aborted) {
      const sessionId = jobs.begin(now(), deps.settings.summaries.perHour);
      if (sessionId === undefined) return;
      try {
        await writeOne(sessionId);
      } catch (error) {
        // Broken off because the daemon leaves: it stays in the list. Anything else would only fail again.
        if (stop.signal.aborted) return;
        log.warn("a model's summary could not be had; the extracted one stays", {
          session: sessionId,
          error,
        });
      }
      jobs.finish(sessionId);
    }
  }

  return {
    ended(sessionId) {
      if (isOn()) jobs.add(sessionId);
    },
    work() {
      running ??= workThrough().finally(() => {
        running = undefined;
      });
      return running;
    },
    async close() {
      stop.abort();
      await running;
    },
  };
}

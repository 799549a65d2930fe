/** Summaries by a model, where the user wants them: in the background, one at a time, so many an hour. */

import { saveRule } from "../../memory/learn/learn-rules.ts";
import type { WriteSummary } from "../../model/write-summary.ts";
import { type Clock, formatTime } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Store } from "../../store/store.ts";
import { toSessionMarkdown } from "../session-markdown.ts";
import type { SummaryJobs } from "./summary-jobs.ts";

interface SummariesDeps {
  store: Store;
  settings: { readonly summaries: { provider: string; model: string; perHour: number } };
  jobs: SummaryJobs;
  write: WriteSummary;
  redact: Redactor;
  now: Clock;
  log: Log;
  count(name: string): void;
}

export interface Summaries {
  /** A session has ended: its summary is written as soon as that is allowed. */
  ended(sessionId: string): void;
  /** It was not the end. */
  goesOn(sessionId: string): void;
  /** Something was added to a session that has ended. True if it has a summary by a model, which is then written again. */
  again(sessionId: string): boolean;
  /** Writes what is allowed now; what is left waits for the next call. */
  work(): Promise<void>;
  close(): Promise<void>;
}

const LONGEST_MATERIAL = 40_000;
const TIMEOUT_MS = 120_000;

/** Case, spaces and punctuation aside. */
const toWords = (text: string): string =>
  ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `.replace(/\s+/g, " ");

export function createSummaries(deps: SummariesDeps): Summaries {
  const { store, jobs, redact, now, log } = deps;
  const stop = new AbortController();
  let running: Promise<void> | undefined;
  const isOn = () => deps.settings.summaries.provider === "claude";

  async function writeOne(sessionId: string): Promise<void> {
    const records = await recordsIn(store).session(sessionId);
    if (records === undefined || records.prompts.length === 0) return;
    const material = toSessionMarkdown({ ...records, injections: [], formatTime }).slice(0, LONGEST_MATERIAL);
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const { summary, rules } = await deps.write(material, deps.settings.summaries.model, signal);
    const text = redact.text(summary.join("\n"));
    await recordsIn(store).saveSummary({ sessionId, at: now(), text, redaction: redact.version });
    const { project } = records.session;
    const said = records.prompts.map((prompt) => toWords(prompt.text));
    // Evidence is what the user said: what a model makes of it would become a rule by being said twice by the model.
    const meant = rules.filter((rule) => said.some((words) => words.includes(toWords(rule))));
    for (const rule of project === "" ? [] : meant) {
      const sentence = redact.text(rule);
      // What a model takes for a rule is proposed; only the user's own clear sentence counts at once.
      const found = { text: sentence, evidence: sentence, clarity: "unclear" } as const;
      const options = { at: now(), redaction: redact.version, origin: "model" } as const;
      await saveRule(store, { ...found, provenance: { sessionId, key: "", at: now() } }, project, options);
    }
  }

  async function workThrough(): Promise<void> {
    while (isOn() && !stop.signal.aborted) {
      const sessionId = jobs.begin(now(), deps.settings.summaries.perHour);
      if (sessionId === undefined) return;
      try {
        await writeOne(sessionId);
        jobs.finish(sessionId, true);
      } catch (error) {
        // Broken off because the daemon leaves: it stays in the list. Anything else would only fail again.
        if (stop.signal.aborted) return;
        log.error("a model's summary could not be had; the extracted one stays", {
          session: sessionId,
          error,
        });
        deps.count("summary_error");
        jobs.finish(sessionId, false);
      }
    }
  }

  function work(): Promise<void> {
    running ??= workThrough().finally(() => {
      running = undefined;
    });
    return running;
  }

  function ended(sessionId: string): void {
    if (!isOn()) return;
    jobs.add(sessionId);
    // A lasting problem fails again at the next tick, which logs it.
    work().catch(() => deps.count("summary_error"));
  }

  return {
    ended,
    goesOn: (sessionId) => jobs.drop(sessionId),
    again(sessionId) {
      if (!isOn() || !jobs.isWritten(sessionId)) return false;
      ended(sessionId);
      return true;
    },
    work,
    async close() {
      stop.abort();
      await running;
    },
  };
}

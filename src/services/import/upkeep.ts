/**
 * What the daemon does when nobody needs it: imports transcripts before Claude Code deletes them (it keeps them for
 * `cleanupPeriodDays`, 30 by default), and reads records of older redaction rules again.
 */
import type { Settings } from "../../hooks/config/schema.ts";
import type { Redactor } from "../../memory/records/observation.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Home } from "../../platform/paths.ts";
import { rescan } from "../../store/maintenance.ts";
import type { Store } from "../../store/store.ts";
import type { Span } from "../../transcripts/catch-up.ts";
import { importTranscripts } from "../../transcripts/import.ts";
import { applyRetention } from "../retention.ts";
import { readImportMark, saveImportMark } from "./import-mark.ts";
import { connectedTranscriptDirs } from "./transcript-dirs.ts";

interface UpkeepDeps {
  home: Home;
  claudeDir: string;
  store: Store;
  redact: Redactor;
  projectOf(cwd: string): string;
  offSpans(sessionId: string): readonly Span[];
  now: Clock;
  log: Log;
  retention: Settings["retention"];
  /** Takes from a session what there is to learn. */
  learn(sessionId: string): Promise<void>;
}

export interface Upkeep {
  /** Once a day; `force` when the store has been lost. */
  import(force?: boolean): Promise<void>;
  redactOlder(): Promise<void>;
  /** Ends memories that nobody has used for long, and deletes what the setting `retention` names. */
  expire(): Promise<void>;
  /** Stops what is under way, between two records, and waits for it. */
  close(): Promise<void>;
}

const EVERY_MS = 86_400_000;
const RETAIN_MS = 3_600_000;

export function createUpkeep(deps: UpkeepDeps): Upkeep {
  const { home, store, redact, now, log } = deps;
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let retainedAt = 0;
  const oneAtATime = (work: () => Promise<void>): Promise<void> => {
    const next = running.then(() => (stop.signal.aborted ? undefined : work()));
    running = next.catch(() => undefined);
    return next;
  };

  async function importAll(): Promise<void> {
    const steps = importTranscripts({
      store,
      offsets: store,
      paths: connectedTranscriptDirs(deps.claudeDir),
      redact,
      projectOf: deps.projectOf,
      offSpans: deps.offSpans,
      now,
      threads: 1,
      signal: stop.signal,
    });
    let next = await steps.next();
    while (next.done !== true) next = await steps.next();
    const { aborted, failed, prompts, observations, seconds, read, changed } = next.value;
    for (const id of changed) {
      if (stop.signal.aborted) break;
      await deps.learn(id);
      // Hooks are answered in between.
      await Bun.sleep(0);
    }
    for (const { path, error } of failed) log.warn("a transcript could not be imported", { path, error });
    if (read > 0) log.info("imported transcripts", { files: read, prompts, observations, seconds });
    if (!aborted) saveImportMark(home, { at: now() });
  }

  return {
    import: (force = false) =>
      oneAtATime(async () => {
        const mark = readImportMark(home);
        const isDue = mark === undefined || (mark.declined !== true && Math.abs(now() - mark.at) >= EVERY_MS);
        if (force || isDue) await importAll();
      }),
    redactOlder: () =>
      oneAtATime(async () => {
        const rules = { text: redact.text, json: redact.json, version: redact.version };
        const { looked, found } = await rescan({
          database: home.database,
          rules,
          fix: true,
          signal: stop.signal,
        });
        if (looked > 0) log.info("read older records again with newer redaction rules", { looked, found });
      }),
    expire: () =>
      oneAtATime(async () => {
        const ended = await store.expireMemories({ now: now() });
        for (const { uri, status, reason } of ended) log.info("a memory has ended", { uri, status, reason });
        // Once an hour is enough: deleting rewrites the whole file.
        if (Math.abs(now() - retainedAt) < RETAIN_MS) return;
        retainedAt = now();
        if (await applyRetention(store, deps.retention, now()))
          log.info("deleted what the setting retention names");
      }),
    async close() {
      stop.abort();
      await running;
    },
  };
}

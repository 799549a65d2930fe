/**
 * Work that takes longer than an answer may: reading transcripts, indexing, learning, applying new rules to old
 * records. The daemon does it in a thread of its own (`thread.ts`), everybody else in the thread that asks. The
 * arguments and results are plain data, so that they can be sent to that thread.
 */

import type { TimeSpan } from "../../clients/transcripts/catch-up.ts";
import { connectedTranscriptDirs } from "../../clients/transcripts/find.ts";
import { importTranscripts } from "../../clients/transcripts/import.ts";
import { createReadDay, type DayRequest } from "../../history/day/day.ts";
import type { Day } from "../../history/day/types.ts";
import {
  type FileHistory,
  type FileHistoryRequest,
  readFileHistory,
} from "../../history/file-history/file-history.ts";
import { summarize } from "../../history/summary/summarize.ts";
import type { Settings } from "../../hooks/config/schema.ts";
import { messagesFor } from "../../locale/index.ts";
import type { SessionDigest } from "../../memory/digest/types.ts";
import { digestSession } from "../../memory/learn/digest-session.ts";
import { learnFrom } from "../../memory/learn/learn.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { toBatch } from "../../pipeline/batch.ts";
import type { EventWork } from "../../pipeline/services.ts";
import type { Redactor } from "../../redact/redactor.ts";
import { wordIndexIn } from "../../store/index/lazy-index.ts";
import { compact, copyMemories, findDamage, rescan } from "../../store/maintenance.ts";
import { forSession } from "../../store/records/observation.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Added } from "../../store/records/records.ts";
import { forgettingIn } from "../../team/sql/forget.ts";
import { applyRetention } from "../forget.ts";
import type { Foundation } from "../foundation.ts";
import { readSessionFiles } from "../import/catch-up.ts";

interface Imported {
  /** Files with new records. */
  files: number;
  prompts: number;
  observations: number;
  seconds: number;
  failed: { path: string; error: string }[];
  aborted: boolean;
}

type Forgetting = ReturnType<typeof forgettingIn>;

export interface BackgroundWork
  extends EventWork,
    Pick<ReturnType<typeof recordsIn>, "stats">,
    Pick<Forgetting, "previewForget" | "forgetItems" | "forget" | "finishForgetting">,
    Pick<ReturnType<typeof memoriesIn>, "expireMemories"> {
  /** Adds the words of all new records to the search index. */
  index(): Promise<void>;
  /** Adds what a session's transcript, and those of its subagents, have and the store has not. */
  readTranscripts(sessionId: string, path: string): Promise<Added>;
  /** Reads every transcript of the connected clients, and learns from what is new. */
  importAll(): Promise<Imported>;
  /** Applies the current redaction rules to records that were stored under older ones. */
  redactOlder(): Promise<{ looked: number; found: number }>;
  /** A day of work, for people. */
  day(request: DayRequest): Promise<Day>;
  /** The history of a file or folder, for people. */
  fileHistory(request: FileHistoryRequest): Promise<FileHistory>;
  /** Copies what no transcript has; see `daemon/open-store`. */
  copyMemories(): Promise<void>;
  /** Reads every page of the database. Undefined if it is intact; otherwise SQLite's message. */
  findDamage(): Promise<string | undefined>;
  /** Rewrites the database if much of it is unused, to free the space. */
  compact(): Promise<void>;
  /** Deletes what is older, or more, than the user wants to keep. Returns whether anything went. */
  retain(retention: Settings["retention"], now: number): Promise<boolean>;
}

interface WorkDeps extends Pick<Foundation, "store" | "home" | "claudeDir" | "projectOf" | "now"> {
  redact: Redactor;
  offSpans(sessionId: string): readonly TimeSpan[];
  /** A session has a new digest; caches of digests replace it. */
  onDigest(project: string, digest: SessionDigest): void;
  /** Ends what takes long, between two records. */
  signal?: AbortSignal;
  /** How far the work has come, in whatever is being counted. */
  onProgress?(name: keyof BackgroundWork, done: number, total: number): void;
}

/** After this time, messages to this thread are read, such as the one that ends it. */
const SLICE_MS = 8;

export function createWork(deps: WorkDeps): BackgroundWork {
  const { store, redact, now, onDigest, signal, onProgress = () => undefined } = deps;

  /** Repeats a step until nothing is left, or the signal ends it. */
  async function steps(step: () => Promise<boolean>): Promise<void> {
    let began = performance.now();
    while (signal?.aborted !== true && (await step())) {
      if (performance.now() - began < SLICE_MS) continue;
      await Bun.sleep(0);
      began = performance.now();
    }
  }

  /** Several at once share the work: each step takes the next records. */
  async function index(): Promise<void> {
    const total = await wordIndexIn(store).unindexed();
    if (total > 0) onProgress("index", 0, total);
    await steps(async () => {
      const did = await wordIndexIn(store).indexWords();
      const left = await wordIndexIn(store).unindexed();
      if (total > 0) onProgress("index", Math.max(0, total - left), total);
      return did > 0;
    });
  }
  const learn = (sessionId: string, at: number, isImport = false) =>
    learnFrom(store, sessionId, { at, redaction: redact.version, onDigest, isImport });

  async function importAll(): Promise<Imported> {
    const { aborted, failed, prompts, observations, seconds, read, changed } = await importTranscripts({
      ...deps,
      offsets: store,
      paths: connectedTranscriptDirs(deps.claudeDir),
      onProgress: ({ bytesDone, bytes }) => onProgress("importAll", bytesDone, bytes),
    });
    const left = [...changed];
    await steps(async () => {
      const id = left.shift();
      if (id !== undefined) await learn(id, now(), true);
      return left.length > 0;
    });
    return {
      files: read,
      prompts,
      observations,
      seconds,
      failed: failed.map(({ path, error }) => ({ path, error: String(error) })),
      aborted,
    };
  }

  const { previewForget, forgetItems, forget, finishForgetting } = forgettingIn(store);
  return {
    stats: recordsIn(store).stats,
    expireMemories: memoriesIn(store).expireMemories,
    previewForget,
    forgetItems,
    forget,
    finishForgetting,
    index,
    learn,
    batch: async (input, seen) => toBatch(input, { ...seen, redact: forSession(redact, input.sessionId) }),
    async digest(sessionId) {
      const records = await recordsIn(store).sessionToLearn(sessionId);
      if (records !== undefined) await digestSession(store, records, onDigest);
    },
    summarize: (sessionId, at, locale) =>
      summarize(store, sessionId, at, redact.version, messagesFor(locale)),
    readTranscripts: (sessionId, path) => readSessionFiles(sessionId, path, deps),
    importAll,
    day: createReadDay(store),
    fileHistory: (request) => readFileHistory(store, request),
    copyMemories: async () => copyMemories(deps.home.database),
    findDamage: async () => findDamage(deps.home.database),
    compact: async () => void (await compact(deps.home.database, { when: "idle" })),
    retain: (retention, at) => applyRetention({ store, home: deps.home }, retention, at),
    redactOlder: () =>
      rescan({
        database: deps.home.database,
        rules: { text: (redact.stored ?? redact).text, version: redact.version },
        fix: true,
        onProgress: (done, total) => onProgress("redactOlder", done, total),
        ...(signal === undefined ? {} : { signal }),
      }),
  };
}

/** `pawl replay`: what memory is worth on the user's own past sessions, against a random control. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CLIENT_NAMES } from "../../clients/index.ts";
import { transcriptDirs } from "../../clients/transcripts/format.ts";
import { openScratchService } from "../../daemon/scratch-service.ts";
import type { Settings } from "../../hooks/config/schema.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { MEMORY_STATUSES } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { formatTime } from "../../platform/clock.ts";
import { pawlHome } from "../../platform/paths.ts";
import { createProjectOf } from "../../platform/project.ts";
import { seeded } from "../../recall/replay/intervals.ts";
import { liveReport } from "../../recall/replay/live.ts";
import { type PlayedSession, playSessions } from "../../recall/replay/play.ts";
import { findSessions, type TranscriptFile } from "../../recall/replay/read-session.ts";
import { toReport } from "../../recall/replay/report.ts";
import type { Store } from "../../store/store.ts";
import { ANY_NUMBER, type Command, json, toText, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { openBar, plain, print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { printExamples, printLive, printReport } from "./table.ts";

const EARLIER = 5;

export const command: Command = {
  usage:
    "replay [PATH…] [--live] [--rules] [--examples N] [--earlier N] [--one-project] [--project DIR] [--json]",
  example: "pawl replay --examples 5",
  values: { EARLIER: String(EARLIER) },
  options: {
    ...json,
    live: { type: "boolean" },
    rules: { type: "boolean" },
    examples: { type: "string" },
    earlier: { type: "string" },
    "one-project": { type: "boolean" },
    project: { type: "string" },
  },
  positionals: ANY_NUMBER,
  async run({ values, positionals }) {
    const asJson = values.json === true;
    if (values.live === true) return replayLive(asJson);
    const paths = positionals.map((path) => resolve(path));
    for (const path of paths) if (!existsSync(path)) throw new UsageError(words.errors.noPath(path));
    return replay({
      paths: paths.length === 0 ? CLIENT_NAMES.flatMap(transcriptDirs).filter(existsSync) : paths,
      asJson,
      withRules: values.rules === true,
      project: toProject(toText(values.project), values["one-project"] === true),
      examples: toCount("--examples", toText(values.examples), 0),
      earlier: toCount("--earlier", toText(values.earlier), EARLIER),
    });
  },
};

interface ReplayOptions {
  paths: readonly string[];
  asJson: boolean;
  withRules: boolean;
  project: string | undefined;
  examples: number;
  earlier: number;
}

async function replay({ paths, asJson, withRules, project, examples, earlier }: ReplayOptions) {
  const files = findSessions(paths);
  if (files.length === 0) throw new UsageError(words.replay.none);
  const { settings } = readUserSettings(pawlHome());
  const progress = openCount(!asJson);
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.on("SIGINT", stop);
  try {
    const { played, rules } = await playFiles(files, {
      settings,
      project,
      onProgress: (done) => progress.show(done, files.length),
      signal: abort.signal,
      readRules: withRules ? rulesIn : undefined,
    });
    progress.close();
    if (abort.signal.aborted) {
      print(words.replay.stopped);
      return 1;
    }
    const report = toReport(played, earlier);
    const chosen = chooseExamples(played, earlier, examples);
    if (asJson) {
      printJson({
        ...report,
        ...(withRules ? { rules } : {}),
        ...(examples > 0 ? { examples: chosen } : {}),
      });
      return 0;
    }
    printReport(report, earlier);
    printExamples(chosen, formatTime);
    if (withRules) printRules(rules);
    return 0;
  } finally {
    progress.close();
    process.off("SIGINT", stop);
  }
}

async function replayLive(asJson: boolean): Promise<number> {
  const progress = openCount(!asJson);
  const report = await withStore((store) => liveReport(store, { onProgress: progress.show }));
  progress.close();
  if (asJson) printJson(report);
  else printLive(report);
  return 0;
}

/** A folder that is nowhere: it has no files of its own. */
const NO_FOLDER = "/project";

function toProject(folder: string | undefined, isOne: boolean): string | undefined {
  if (folder === undefined) return isOne ? NO_FOLDER : undefined;
  const path = resolve(folder);
  if (!existsSync(path)) throw new UsageError(words.errors.noPath(path));
  return path;
}

interface Rule {
  status: string;
  project: string;
  text: string;
  said: string;
}

/** What Pawl took from what the user said; nobody wrote any of it down by hand here. */
async function rulesIn(store: Store): Promise<Rule[]> {
  const all = await memoriesIn(store).memories({ status: MEMORY_STATUSES, limit: 10_000 });
  return all
    .filter(({ origin }) => origin !== "user")
    .map(({ status, project, content, createdAt }) => ({
      status,
      project,
      text: content,
      said: new Date(createdAt).toISOString().slice(0, 10),
    }));
}

function printRules(rules: readonly Rule[]): void {
  const active = rules.filter(({ status }) => status === "active");
  print(`\n${words.replay.rules(active.length, rules.length - active.length)}`);
  for (const { status, said, text } of [...rules].sort((a, b) => (a.status < b.status ? -1 : 1))) {
    print(`  ${status.padEnd(9)} ${said}  ${plain(text).replaceAll("\n", " ")}`);
  }
}

/** The same ones at every run. */
function chooseExamples(played: readonly PlayedSession[], earlier: number, most: number) {
  const items = played.filter((session) => session.earlier >= earlier).flatMap((session) => session.items);
  const random = seeded(1);
  const drawn = items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, most);
  return drawn.map(({ item }) => item).sort((a, b) => a.at - b.at);
}

function toCount(name: string, value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 0) throw new UsageError(words.replay.wholeNumber(name, value));
  return count;
}

/** A bar by the number of sessions. */
export function openCount(isWanted: boolean) {
  return openBar((done, all) => `${done}/${all} ${words.replay.sessions}`, isWanted);
}

// Plays transcripts through the whole service, on a store of its own that is deleted at the end.

interface PlayFilesOptions<R> {
  settings: Settings;
  /** All sessions belong to this folder's project, whose CLAUDE.md they read; undefined: each to its own. */
  project: string | undefined;
  onProgress(done: number): void;
  signal: AbortSignal;
  /** Reads the store before it is gone. */
  readRules: ((store: Store) => Promise<R[]>) | undefined;
}

async function playFiles<R>(
  files: readonly TranscriptFile[],
  { settings, project, onProgress, signal, readRules }: PlayFilesOptions<R>,
): Promise<{ played: PlayedSession[]; rules: R[] }> {
  const projectOf = project === undefined ? createPastProjectOf() : () => project;
  // The hold-out would leave out what is to be judged.
  const recall = { ...settings.recall, holdout: 0 };
  await using scratch = await openScratchService({ settings: { ...settings, recall }, projectOf });
  const { service, setTime } = scratch;
  const { store, hook, idle, knowledge } = service;
  const player = { store, hook, idle, knowledge, projectOf, setTime };
  const played = await playSessions(player, { files, onProgress, signal });
  return { played, rules: readRules === undefined ? [] : await readRules(store) };
}

/** A worktree that is gone cannot be asked for its repository; the usual folder for worktrees tells. */
function createPastProjectOf(): (cwd: string) => string {
  const projectOf = createProjectOf();
  return (cwd) => projectOf(cwd.replace(/[\\/]\.(?:claude[\\/])?worktrees[\\/].*$/, ""));
}

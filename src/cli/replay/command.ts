/** `pawl replay`: measures the value of memory on the user's own past sessions, against a random control. */

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { CLIENT_NAMES } from "../../clients/index.ts";
import { transcriptDirs } from "../../clients/transcripts/find.ts";
import { openScratchService } from "../../daemon/scratch-service.ts";
import type { Settings } from "../../hooks/config/schema.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { MEMORY_STATUSES } from "../../memory/records/memory.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { pawlHome } from "../../platform/paths.ts";
import { createProjectOf } from "../../platform/project.ts";
import { liveReport } from "../../recall/replay/live.ts";
import { type PlayedSession, playSessions } from "../../recall/replay/play.ts";
import { findSessions, type TranscriptFile } from "../../recall/replay/read-session.ts";
import { toReport } from "../../recall/replay/report.ts";
import type { Store } from "../../store/store.ts";
import { ANY_NUMBER, type Command, type CommandInput, flag, json, UsageError, value } from "../command.ts";
import { withStore } from "../open-store.ts";
import { openBar, plain, print } from "../output.ts";
import { words } from "../words.ts";
import { printLive, printReport } from "./table.ts";

const EARLIER = 5;

export const command: Command = {
  usage: "replay [PATH…] [--live] [--rules] [--earlier N] [--project DIR] [--json]",
  example: "pawl replay --rules",
  values: { EARLIER: String(EARLIER) },
  options: { ...json, live: flag, rules: flag, earlier: value, project: value },
  positionals: ANY_NUMBER,
  run: (input) => (input.has("live") ? replayLive(input) : replay(input)),
};

async function replay(input: CommandInput): Promise<number> {
  const paths = input.positionals.map((path) => existing(path));
  const folder = input.text("project");
  const project = folder === undefined ? undefined : existing(folder);
  const withRules = input.has("rules");
  const earlier = input.count("earlier", EARLIER, 0);
  const all = CLIENT_NAMES.flatMap(transcriptDirs).filter((dir) => existsSync(dir));
  const files = findSessions(paths.length === 0 ? all : paths);
  if (files.length === 0) throw new UsageError(words.replay.none);
  const { settings } = readUserSettings(pawlHome());
  const bar = openCount(input);
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.on("SIGINT", stop);
  try {
    const { played, rules } = await playFiles(files, {
      settings,
      project,
      onProgress: (done) => bar.show(done, files.length),
      signal: abort.signal,
      withRules,
    });
    bar.close();
    if (abort.signal.aborted) {
      print(words.replay.stopped);
      return 1;
    }
    const report = toReport(played, earlier);
    return input.answer({ ...report, ...(withRules ? { rules } : {}) }, () => {
      printReport(report, earlier);
      if (withRules) printRules(rules);
    });
  } finally {
    bar.close();
    process.off("SIGINT", stop);
  }
}

async function replayLive(input: CommandInput): Promise<number> {
  const bar = openCount(input);
  const report = await withStore((store) => liveReport(store, { onProgress: bar.show }));
  bar.close();
  return input.answer(report, () => printLive(report));
}

/** A bar by the number of sessions. */
function openCount({ isJson }: CommandInput) {
  return openBar((done, all) => `${done}/${all} ${words.replay.sessions}`, !isJson);
}

function existing(name: string): string {
  const path = resolve(name);
  if (existsSync(path)) return path;
  throw new UsageError(words.errors.noPath(path));
}

interface Rule {
  status: string;
  project: string;
  text: string;
  said: string;
}

/** The rules that Pawl derived from the user's sentences. None of them was written as a rule. */
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

// Plays transcripts through the whole service, on a store of its own that is deleted at the end.

interface PlayFilesOptions {
  settings: Settings;
  /** All sessions belong to this folder's project, whose CLAUDE.md they read; undefined: each to its own. */
  project: string | undefined;
  onProgress(done: number): void;
  signal: AbortSignal;
  withRules: boolean;
}

async function playFiles(
  files: readonly TranscriptFile[],
  { settings, project, onProgress, signal, withRules }: PlayFilesOptions,
): Promise<{ played: PlayedSession[]; rules: Rule[] }> {
  const projectOf = project === undefined ? createPastProjectOf() : () => project;
  // The hold-out would exclude the items to be judged.
  const recall = { ...settings.recall, holdout: 0 };
  await using scratch = await openScratchService({ settings: { ...settings, recall }, projectOf });
  const { service, setTime } = scratch;
  const { store, hook, idle, knowledge } = service;
  const player = { store, hook, idle, knowledge, projectOf, setTime };
  const played = await playSessions(player, { files, onProgress, signal });
  // Before the store is gone.
  return { played, rules: withRules ? await rulesIn(store) : [] };
}

/** A deleted worktree cannot tell its repository, so the usual folder for worktrees decides. */
function createPastProjectOf(): (cwd: string) => string {
  const projectOf = createProjectOf();
  return (cwd) => projectOf(cwd.replace(/[\\/]\.(?:claude[\\/])?worktrees[\\/].*$/, ""));
}

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { connectedTranscriptDirs, transcriptDirs } from "../../clients/transcripts/format.ts";
import type { ImportProgress } from "../../clients/transcripts/import.ts";
import { checkImportable } from "../../clients/transcripts/importable.ts";
import type { CliMessages } from "../../locale/cli/index.ts";
import { subjectOf } from "../../memory/records/summary.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import { formatTime } from "../../platform/clock.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { Observation, SessionRecords } from "../../store/records/records.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import { CLIENT_CHOICE, clientOption, toClients } from "../clients/option.ts";
import { ANY_NUMBER, type Command, json, toText, UsageError } from "../command.ts";
import { toReason } from "../failure.ts";
import { withStore } from "../open-store.ts";
import { openLine, print, printJson, programName, toBar } from "../output.ts";
import { toSince } from "../when.ts";
import { words } from "../words.ts";
import { importFromClaudeMem } from "./claude-mem.ts";
import { runImport } from "./run.ts";

export const command: Command = {
  usage: `import [PATH…] [--client ${CLIENT_CHOICE}|all] [--since D] [--from claude-mem] [--dry-run] [--json]`,
  example: "pawl import --since 30d",
  options: {
    ...json,
    ...clientOption,
    since: { type: "string" },
    from: { type: "string" },
    "dry-run": { type: "boolean" },
    yes: { type: "boolean" },
  },
  positionals: ANY_NUMBER,
  async run({ values, positionals }) {
    const from = toText(values.from);
    if (from !== undefined && from !== "claude-mem")
      throw new UsageError(words.clientMemory.peer.unknownSource(from), "import --from claude-mem [PATH]");
    if (from !== undefined) {
      return importFromClaudeMem({
        path: positionals[0],
        asJson: values.json === true,
        isDryRun: values["dry-run"] === true,
        isAgreed: values.yes === true,
      });
    }
    const since = toSince("--since", toText(values.since), Date.now());
    const paths = positionals.map((path) => resolve(path));
    for (const path of paths) if (!existsSync(path)) throw new UsageError(words.errors.noPath(path));
    // All of them before the first is stored: a mistyped name must not leave half an import.
    await Promise.all(paths.map(checkImportable));
    return importAndReport({
      paths: paths.length === 0 ? foldersOf(toText(values.client)) : paths,
      asJson: values.json === true,
      ...(since === undefined ? {} : { since }),
    });
  },
};

/** Without a choice: those of the connected clients. */
function foldersOf(client: string | undefined): string[] {
  return client === undefined ? connectedTranscriptDirs() : toClients(client).flatMap(transcriptDirs);
}

/** Rules and decisions that wait for the user's word: an import makes none of them active. */
async function proposals(store: Store): Promise<number> {
  const found = await memoriesIn(store).memories({ status: ["proposed"], limit: 100_000 });
  return found.length;
}

/** Also used by the first `pawl up`. Returns the exit code. */
export async function importAndReport(options: {
  paths: string[];
  asJson: boolean;
  since?: number;
}): Promise<number> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.on("SIGINT", stop);
  const progress = openProgress(!options.asJson);
  try {
    return await withStore(async (store) => {
      const proposedBefore = await proposals(store);
      const { result, sessions } = await runImport({
        store,
        paths: options.paths,
        signal: abort.signal,
        onProgress: progress.show,
        onIndexed: progress.indexed,
        ...(options.since === undefined ? {} : { since: options.since }),
      });
      progress.close();
      const proposed = (await proposals(store)) - proposedBefore;
      const { read: files, prompts, observations, bytes, skipped, seconds } = result;
      if (options.asJson) {
        printJson({ files, sessions, prompts, observations, bytes, proposed, skipped, seconds });
        return abort.signal.aborted || result.failed.length > 0 ? 1 : 0;
      }
      const megabytes = (bytes / 1e6).toFixed(1);
      print(words.import.added(sessions, prompts, observations, megabytes, seconds.toFixed(1)));
      if (proposed > 0) print(words.import.proposed(proposed));
      if (skipped > 0) print(words.import.skipped(skipped));
      for (const { path, error } of result.failed) print(words.import.notRead(path, toReason(error)));
      if (abort.signal.aborted) {
        print(words.import.stopped);
        return 1;
      }
      const found = observations > 0 ? await oneThingFound(store) : undefined;
      if (found !== undefined) print(found);
      return result.failed.length > 0 ? 1 : 0;
    });
  } finally {
    progress.close();
    process.off("SIGINT", stop);
  }
}

// One example from the imported sessions: an error that was solved.

const LOOKED_AT = 40;
/** Shorter errors mean nothing to a reader. */
const LEAST_ERROR = 20;

async function oneThingFound(store: Store): Promise<string | undefined> {
  for (const overview of await recordsIn(store).sessions({ withContent: true, limit: LOOKED_AT })) {
    const records = await recordsIn(store).session(overview.id);
    if (records === undefined) continue;
    const solved = solvedIn(records);
    if (solved === undefined) continue;
    const when = formatTime(overview.lastEventAt).slice(0, 10);
    const show = `${programName()} session ${overview.id.slice(0, 8)}`;
    return words.import.found(quote(solved.response, 120), when, overview.project, show);
  }
  return undefined;
}

/** An example needs no lesson: any error counts after which the same command or edit worked. */
function solvedIn({ observations, session }: SessionRecords): Observation | undefined {
  const subject = (call: Observation) => subjectOf(call, session.project);
  return observations.find(
    (failed) =>
      !failed.ok &&
      failed.response.trim().length >= LEAST_ERROR &&
      observations.some((later) => later.ok && later.at > failed.at && subject(later) === subject(failed)),
  );
}

export function openProgress(isWanted: boolean) {
  const { show, close } = openLine(isWanted);
  const startedAt = Date.now();
  return {
    show: (progress: ImportProgress): void => show(toImportBar(progress, Date.now() - startedAt)),
    indexed: (done: number, total: number): void =>
      show(`${toBar(done, total)} ${words.import.indexing(done, total)}`),
    close,
  };
}

/** `[████████────────] 31/120 files · 45.2 MB/s · 3 s left` */
export function toImportBar(progress: ImportProgress, elapsedMs: number, say = words.import): string {
  const { files, filesDone, bytes, bytesDone } = progress;
  const perSecond = elapsedMs === 0 ? 0 : (bytesDone / elapsedMs) * 1000;
  const left = perSecond === 0 ? "" : ` · ${timeLeft((bytes - bytesDone) / perSecond, say)}`;
  const bar = bytes === 0 ? toBar(1, 1) : toBar(bytesDone, bytes);
  return `${bar} ${say.progress(filesDone, files, (perSecond / 1e6).toFixed(1))}${left}`;
}

function timeLeft(seconds: number, say: CliMessages["import"]): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 120 ? say.secondsLeft(whole) : say.minutesLeft(Math.ceil(whole / 60));
}

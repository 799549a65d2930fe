import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { kindOfFile } from "../../clients/transcripts/kind-of-file.ts";
import { connectedTranscriptDirs, transcriptDirs } from "../../clients/transcripts/transcript-dirs.ts";
import { clientOption, toClients } from "../clients/option.ts";
import { ANY_NUMBER, type Command, json, toText, UsageError } from "../command.ts";
import { toReason } from "../failure.ts";
import { withStore } from "../open-store.ts";
import { print, printJson } from "../output.ts";
import { toSince } from "../when.ts";
import { words } from "../words.ts";
import { importFromClaudeMem } from "./claude-mem.ts";
import { oneThingFound } from "./found.ts";
import { openProgress } from "./progress.ts";
import { restoreExports } from "./restore-export.ts";
import { runImport } from "./run.ts";

export const command: Command = {
  usage: "import [PATH…] [--client claude|codex|all] [--since D] [--from claude-mem] [--dry-run] [--json]",
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
    const kinds = await Promise.all(paths.map(kindOfFile));
    const ofKind = (isExport: boolean) => paths.filter((_, i) => (kinds[i] === "export") === isExport);
    return importAndReport({
      paths: paths.length === 0 ? foldersOf(toText(values.client)) : ofKind(false),
      exports: ofKind(true),
      asJson: values.json === true,
      ...(since === undefined ? {} : { since }),
    });
  },
};

/** Without a choice: those of the connected clients. */
function foldersOf(client: string | undefined): string[] {
  return client === undefined ? connectedTranscriptDirs() : toClients(client).flatMap(transcriptDirs);
}

/** Also used by the first `pawl up`. Returns the exit code. */
export async function importAndReport(options: {
  paths: string[];
  /** Files of `pawl export`. */
  exports?: string[];
  asJson: boolean;
  since?: number;
}): Promise<number> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.on("SIGINT", stop);
  const progress = openProgress(!options.asJson);
  try {
    return await withStore(async (store) => {
      const { result, sessions } = await runImport({
        store,
        paths: options.paths,
        signal: abort.signal,
        onProgress: progress.show,
        onIndexed: progress.indexed,
        ...(options.since === undefined ? {} : { since: options.since }),
      });
      const exported = await restoreExports(store, options.exports ?? [], abort.signal);
      progress.close();
      const { skipped, seconds } = result;
      const sum = {
        files: result.read + exported.files,
        sessions: sessions + exported.sessions,
        prompts: result.prompts + exported.prompts,
        observations: result.observations + exported.observations,
        bytes: result.bytes + exported.bytes,
      };
      if (options.asJson) {
        const { memories, solutions } = exported;
        const more = exported.files === 0 ? {} : { memories, solutions };
        printJson({ ...sum, ...more, skipped: skipped + exported.skipped, seconds });
        return abort.signal.aborted || result.failed.length > 0 ? 1 : 0;
      }
      const megabytes = (sum.bytes / 1e6).toFixed(1);
      print(words.import.added(sum.sessions, sum.prompts, sum.observations, megabytes, seconds.toFixed(1)));
      if (exported.files > 0) print(words.import.restored(exported.memories, exported.solutions));
      if (skipped > 0) print(words.import.skipped(skipped));
      if (exported.skipped > 0) print(words.import.partsSkipped(exported.skipped));
      for (const { path, error } of result.failed) print(words.import.notRead(path, toReason(error)));
      if (abort.signal.aborted) {
        print(words.import.stopped);
        return 1;
      }
      const found = sum.observations > 0 ? await oneThingFound(store) : undefined;
      if (found !== undefined) print(found);
      return result.failed.length > 0 ? 1 : 0;
    });
  } finally {
    progress.close();
    process.off("SIGINT", stop);
  }
}

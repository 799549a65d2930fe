import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { connectedTranscriptDirs, transcriptDirs } from "../../services/import/transcript-dirs.ts";
import { clientOption, toClients } from "../clients/option.ts";
import { ANY_NUMBER, type Command, json, toText, UsageError } from "../command.ts";
import { toReason } from "../failure.ts";
import { withStore } from "../open-store.ts";
import { print, printJson } from "../output.ts";
import { toSince } from "../search.ts";
import { words } from "../words.ts";
import { oneThingFound } from "./found.ts";
import { openProgress } from "./progress.ts";
import { runImport } from "./run.ts";

export const command: Command = {
  usage: "import [PATH…] [--client claude|codex|all] [--since D] [--json]",
  example: "pawl import --since 30d",
  options: { ...json, ...clientOption, since: { type: "string" } },
  positionals: ANY_NUMBER,
  async run({ values, positionals }) {
    const since = toSince("--since", toText(values.since), Date.now());
    const paths = positionals.map((path) => resolve(path));
    for (const path of paths) if (!existsSync(path)) throw new UsageError(words.errors.noPath(path));
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
      const { result, sessions } = await runImport({
        store,
        paths: options.paths,
        signal: abort.signal,
        onProgress: progress.show,
        ...(options.since === undefined ? {} : { since: options.since }),
      });
      progress.close();
      const { prompts, observations, skipped, bytes, seconds, read: files } = result;
      if (options.asJson) {
        printJson({ files, sessions, prompts, observations, skipped, bytes, seconds });
        return result.aborted || result.failed.length > 0 ? 1 : 0;
      }
      const megabytes = (bytes / 1e6).toFixed(1);
      print(words.import.added(sessions, prompts, observations, megabytes, seconds.toFixed(1)));
      if (skipped > 0) print(words.import.skipped(skipped));
      for (const { path, error } of result.failed) print(words.import.notRead(path, toReason(error)));
      if (result.aborted) {
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

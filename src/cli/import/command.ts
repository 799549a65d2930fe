import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { connectedTranscriptDirs, findTranscripts, transcriptDirs } from "../../clients/transcripts/find.ts";
import type { ImportProgress } from "../../clients/transcripts/import.ts";
import { checkImportable } from "../../clients/transcripts/importable.ts";
import { memoriesIn } from "../../memory/sql/index.ts";
import type { Store } from "../../store/store.ts";
import { present } from "../../store/values.ts";
import { CLIENT_CHOICE, clientsIn } from "../clients/option.ts";
import { ANY_NUMBER, type Command, CommandInput, flag, json, UsageError, value } from "../command.ts";
import { toReason } from "../failure.ts";
import { withStore } from "../open-store.ts";
import { openLine, print, printJson, toBar } from "../output.ts";
import { sinceIn } from "../when.ts";
import { words } from "../words.ts";
import { importFromClaudeMem } from "./claude-mem.ts";
import { runImport } from "./run.ts";

export const command: Command = {
  usage: `import [PATH…] [--client ${CLIENT_CHOICE}|all] [--since D] [--from claude-mem] [--dry-run] [--json]`,
  example: "pawl import --since 30d",
  options: { ...json, client: value, since: value, from: value, "dry-run": flag, yes: flag },
  positionals: ANY_NUMBER,
  async run(input) {
    const from = input.text("from");
    if (from === "claude-mem") return importFromClaudeMem(input);
    if (from !== undefined)
      throw new UsageError(words.clientMemory.peer.unknownSource(from), "import --from claude-mem [PATH]");
    const paths = input.positionals.map((path) => resolve(path));
    for (const path of paths) if (!existsSync(path)) throw new UsageError(words.errors.noPath(path));
    // All names are checked before the first file is stored, so that a typo does not leave half an import.
    await Promise.all(paths.map(checkImportable));
    // Without a choice: those of the connected clients.
    const folders = clientsIn(input)?.flatMap(transcriptDirs) ?? connectedTranscriptDirs();
    const chosen = paths.length === 0 ? folders : paths;
    if (!input.has("dry-run")) return importAndReport(chosen, input);
    const found = await findTranscripts(chosen, sinceIn(input));
    return input.answer({ files: found.length }, words.import.preview(found.length));
  },
};

/** Rules and decisions that wait for confirmation. An import activates none of them. */
async function proposals(store: Store): Promise<number> {
  return (await memoriesIn(store).memories({ status: ["proposed"], limit: 100_000 })).length;
}

/** Also used by the first `pawl up`. Returns the exit code. */
export async function importAndReport(paths: string[], input = new CommandInput({})): Promise<number> {
  const since = sinceIn(input);
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.on("SIGINT", stop);
  const line = openLine(!input.isJson);
  const startedAt = Date.now();
  try {
    return await withStore(async (store) => {
      const proposedBefore = await proposals(store);
      const { result, sessions } = await runImport({
        store,
        paths,
        signal: abort.signal,
        onProgress: (progress) => line.show(toImportBar(progress, Date.now() - startedAt)),
        onIndexed: (done, all) => line.show(`${toBar(done, all)} ${words.import.indexing(done, all)}`),
        ...present({ since }),
      });
      line.close();
      const proposed = (await proposals(store)) - proposedBefore;
      const { read: files, prompts, observations, bytes, skipped, seconds } = result;
      const isAborted = abort.signal.aborted;
      const code = isAborted || result.failed.length > 0 ? 1 : 0;
      if (input.isJson) {
        printJson({ files, sessions, prompts, observations, bytes, proposed, skipped, seconds });
        return code;
      }
      const [megabytes, took] = [(bytes / 1e6).toFixed(1), seconds.toFixed(1)];
      const added = words.import.added(sessions, prompts, observations, megabytes, took);
      print(result.files === 0 && !isAborted ? words.import.none(paths.join(", ")) : added);
      if (proposed > 0) print(words.import.proposed(proposed));
      if (skipped > 0) print(words.import.skipped(skipped));
      for (const { path, error } of result.failed) print(words.import.notRead(path, toReason(error)));
      if (isAborted) print(words.import.stopped);
      return code;
    });
  } finally {
    line.close();
    process.off("SIGINT", stop);
  }
}

/** `[████████────────] 31/120 files · 45.2 MB/s` */
export function toImportBar(progress: ImportProgress, elapsedMs: number, say = words.import): string {
  const { files, filesDone, bytes, bytesDone } = progress;
  const perSecond = elapsedMs === 0 ? 0 : (bytesDone / elapsedMs) * 1000;
  const bar = bytes === 0 ? toBar(1, 1) : toBar(bytesDone, bytes);
  return `${bar} ${say.progress(filesDone, files, (perSecond / 1e6).toFixed(1))}`;
}

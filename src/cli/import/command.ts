import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { toMessage } from "../../errors.ts";
import { claudeConfigDir } from "../../platform/paths.ts";
import { projectsDir } from "../../transcripts/find.ts";
import { type Command, json, toText, UsageError } from "../command.ts";
import { withStore } from "../open-store.ts";
import { print, printJson } from "../output.ts";
import { toSince } from "../search.ts";
import { oneThingFound } from "./found.ts";
import { openProgress } from "./progress.ts";
import { runImport } from "./run.ts";

export const command: Command = {
  summary: "Take in what Claude Code has written down before; again is cheap and changes nothing",
  usage: "import [PATH…] [--since D] [--json]",
  details: [
    "PATH is a transcript or a folder of them; default: all of Claude Code's. D is a date (2026-01-31) or an",
    "age (30d). Ctrl-C stops it; the next run goes on where this one stopped.",
  ].join("\n"),
  example: "pawl import --since 30d",
  options: { ...json, since: { type: "string" } },
  positionals: 1000,
  async run({ values, positionals }) {
    const since = toSince(toText(values.since), Date.now());
    const paths = positionals.map((path) => resolve(path));
    for (const path of paths) if (!existsSync(path)) throw new UsageError(`There is nothing at ${path}.`);
    return importAndReport({
      paths: paths.length === 0 ? [projectsDir(claudeConfigDir())] : paths,
      asJson: values.json === true,
      ...(since === undefined ? {} : { since }),
    });
  },
};

/** Also offered by the first `pawl up`. The exit code. */
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
      const took = `${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`;
      print(`Added ${sessions} sessions, ${prompts} prompts, ${observations} tool calls (${took}).`);
      if (skipped > 0) print(`${skipped} lines could not be read; the rest of their files was taken in.`);
      for (const { path, error } of result.failed) print(`Not read: ${path}: ${toMessage(error)}`);
      if (result.aborted) {
        print("Stopped. Run pawl import again to go on from here.");
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

/** `pawl import --from claude-mem`: a preview, a question on a terminal, and the original is left alone. */
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { importClaudeMem } from "../../daemon/import/claude-mem/import.ts";
import { mapProjects } from "../../daemon/import/claude-mem/projects.ts";
import { readClaudeMem } from "../../daemon/import/claude-mem/read.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { claudeConfigDir, userHome } from "../../platform/paths.ts";
import { createProjectOf } from "../../platform/project.ts";
import { redactor } from "../../redact/redactor.ts";
import { withStore } from "../open-store.ts";
import { print, printJson } from "../output.ts";
import { confirm } from "../person.ts";
import { words } from "../words.ts";

interface Options {
  path: string | undefined;
  asJson: boolean;
  isDryRun: boolean;
  isAgreed: boolean;
}

export async function importFromClaudeMem({ path, asJson, isDryRun, isAgreed }: Options): Promise<number> {
  const file = databaseAt(path);
  const began = Date.now();
  const data = readClaudeMem(file);
  return withStore(async (store) => {
    const projects = await mapProjects(data, {
      store,
      claudeDir: claudeConfigDir(),
      projectOf: createProjectOf(),
    });
    const { sessions, prompts, summaries, observations } = data;
    const names = new Set(
      [...sessions, ...observations].map(({ project }) => project).filter((name) => name !== ""),
    );
    const unmapped = [...names].filter((name) => !projects.has(name));
    if (!asJson) {
      const { peer } = words.clientMemory;
      print(peer.preview(sessions.length, prompts.length, summaries.length, observations.length));
      for (const [name, folder] of projects) print(`  ${peer.mapped(name, folder)}`);
      for (const name of unmapped) print(`  ${peer.unmapped(name)}`);
    }
    const mapped = Object.fromEntries(projects);
    if (isDryRun) {
      const found = {
        sessions: sessions.length,
        prompts: prompts.length,
        summaries: summaries.length,
        observations: observations.length,
      };
      if (asJson) printJson({ found, projects: mapped, unmapped });
      else print(words.clientMemory.peer.dryRun);
      return 0;
    }
    if (!isAgreed && !asJson && (await confirm(words.clientMemory.peer.ask, true)) === false) {
      print(words.noChange);
      return 0;
    }
    const added = await importClaudeMem(data, { store, redact: redactor, projects });
    const seconds = (Date.now() - began) / 1000;
    const counts = { files: 1, ...added, skipped: 0, bytes: statSync(file).size, seconds };
    if (asJson) printJson({ ...counts, projects: mapped, unmapped });
    else print(words.clientMemory.peer.added(added.sessions, added.prompts, added.observations));
    return 0;
  });
}

/** The file, its folder, or where claude-mem keeps it. */
function databaseAt(given: string | undefined): string {
  const data = processEnv.CLAUDE_MEM_DATA_DIR;
  const usual = join(
    data === undefined || data === "" ? join(userHome(), ".claude-mem") : data,
    "claude-mem.db",
  );
  const path = given === undefined ? usual : resolve(given);
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, "claude-mem.db") : path;
  if (existsSync(file)) return file;
  throw new PawlError("peer_database", words.clientMemory.peer.noDatabase(file), {
    hint: words.clientMemory.peer.noDatabaseHint,
  });
}

/** `pawl import --from claude-mem`: previews and asks in a terminal. The original stays unchanged. */
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
import type { CommandInput } from "../command.ts";
import { withStore } from "../open-store.ts";
import { print } from "../output.ts";
import { confirm } from "../person.ts";
import { words } from "../words.ts";

export async function importFromClaudeMem(input: CommandInput): Promise<number> {
  const { peer } = words.clientMemory;
  const file = databaseAt(input.positionals[0]);
  const began = Date.now();
  const data = readClaudeMem(file);
  const { sessions, prompts, summaries, observations } = data;
  return withStore(async (store) => {
    const place = { store, claudeDir: claudeConfigDir(), projectOf: createProjectOf() };
    const projects = await mapProjects(data, place);
    const names = new Set([...sessions, ...observations].map(({ project }) => project).filter(Boolean));
    const unmapped = [...names].filter((name) => !projects.has(name));
    if (!input.isJson) {
      print(peer.preview(sessions.length, prompts.length, summaries.length, observations.length));
      for (const [name, folder] of projects) print(`  ${peer.mapped(name, folder)}`);
      for (const name of unmapped) print(`  ${peer.unmapped(name)}`);
    }
    const mapping = { projects: Object.fromEntries(projects), unmapped };
    if (input.has("dry-run")) {
      const found = {
        sessions: sessions.length,
        prompts: prompts.length,
        summaries: summaries.length,
        observations: observations.length,
      };
      return input.answer({ found, ...mapping }, peer.dryRun);
    }
    if (!input.has("yes") && !input.isJson && (await confirm(peer.ask, true)) === false) {
      print(words.noChange);
      return 0;
    }
    const added = await importClaudeMem(data, { store, redact: redactor, projects });
    const seconds = (Date.now() - began) / 1000;
    const counts = { files: 1, ...added, skipped: 0, bytes: statSync(file).size, seconds };
    const sentence = peer.added(added.sessions, added.prompts, added.observations);
    return input.answer({ ...counts, ...mapping }, sentence);
  });
}

/** The file, its folder, or where claude-mem keeps it. */
function databaseAt(given: string | undefined): string {
  const usual = processEnv.CLAUDE_MEM_DATA_DIR || join(userHome(), ".claude-mem");
  const path = resolve(given ?? usual);
  const file = given === undefined || isFolder(path) ? join(path, "claude-mem.db") : path;
  if (existsSync(file)) return file;
  const { noDatabase, noDatabaseHint: hint } = words.clientMemory.peer;
  throw new PawlError("peer_database", noDatabase(file), { hint });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** `pawl import --from claude-mem`: previews and asks in a terminal. The original stays unchanged. */
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { importClaudeMem, mapProjects, readClaudeMem } from "../../daemon/import/claude-mem.ts";
import { processEnv } from "../../platform/env.ts";
import { PawlError } from "../../platform/errors.ts";
import { userHome } from "../../platform/paths.ts";
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
  const learned = readClaudeMem(file);
  return withStore(async (store) => {
    const projects = await mapProjects(learned, store);
    const names = new Set(learned.map(({ project }) => project));
    const unmapped = [...names].filter((name) => !projects.has(name));
    if (!input.isJson) {
      print(peer.preview(learned.length));
      for (const [name, folder] of projects) print(`  ${peer.mapped(name, folder)}`);
      for (const name of unmapped) print(`  ${peer.unmapped(name)}`);
    }
    const mapping = { projects: Object.fromEntries(projects), unmapped };
    if (input.has("dry-run"))
      return input.answer({ found: { observations: learned.length }, ...mapping }, peer.dryRun);
    if (!input.has("yes") && !input.isJson && (await confirm(peer.ask, true)) === false) {
      print(words.noChange);
      return 0;
    }
    const observations = await importClaudeMem(learned, { store, redact: redactor, projects });
    const seconds = (Date.now() - began) / 1000;
    const none = { sessions: 0, prompts: 0, skipped: 0 };
    const counts = { files: 1, ...none, observations, bytes: statSync(file).size, seconds };
    return input.answer({ ...counts, ...mapping }, peer.added(observations));
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

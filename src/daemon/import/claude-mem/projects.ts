/** claude-mem knows a project by the name of its folder only. Its sessions are the client's: they say which folder. */

import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { readBounded } from "../../../platform/atomic-file.ts";
import { recordsIn } from "../../../store/records/queries.ts";
import type { Store } from "../../../store/store.ts";
import type { PeerData } from "./read.ts";

const MOST_SESSIONS = 20_000;
const HEAD = 64 * 1024;

/** Stands for a folder that is not recorded. A search finds such records, but no session receives them. */
export const UNKNOWN_FOLDER = "claude-mem:";

const isFolder = (project: string) => project !== "" && !project.startsWith(UNKNOWN_FOLDER);

/** Maps names to folders; a name without a known folder is absent. */
export async function mapProjects(
  data: PeerData,
  { store, claudeDir, projectOf }: { store: Store; claudeDir: string; projectOf(cwd: string): string },
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const transcripts = transcriptsIn(claudeDir);
  for (const { id, project } of data.sessions) {
    if (found.has(project) || project === "") continue;
    const recorded = await recordsIn(store).sessionProject(id);
    const known = recorded === undefined || !isFolder(recorded) ? undefined : recorded;
    const cwd = known === undefined ? cwdIn(transcripts.get(id)) : undefined;
    const folder = known ?? (cwd === undefined ? undefined : projectOf(cwd));
    if (folder !== undefined) found.set(project, folder);
  }
  const folders = new Set(
    (await recordsIn(store).sessions({ limit: MOST_SESSIONS })).map(({ project }) => project),
  );
  const names = new Set(
    [...data.sessions, ...data.observations, ...data.summaries].map(({ project }) => project),
  );
  for (const name of names) {
    const alike = [...folders].filter((folder) => isFolder(folder) && basename(folder) === name);
    // Two folders of that name: a guess would mix two projects.
    const [only, second] = alike;
    if (!found.has(name) && only !== undefined && second === undefined) found.set(name, only);
  }
  return found;
}

/** Maps session ids to transcripts. */
function transcriptsIn(claudeDir: string): Map<string, string> {
  const projects = join(claudeDir, "projects");
  const found = new Map<string, string>();
  for (const folder of namesIn(projects)) {
    for (const name of namesIn(join(projects, folder))) {
      if (name.endsWith(".jsonl")) found.set(name.slice(0, -".jsonl".length), join(projects, folder, name));
    }
  }
  return found;
}

function cwdIn(path: string | undefined): string | undefined {
  const read = path === undefined ? undefined : readBounded(path, HEAD);
  if (read === undefined || !read.ok) return undefined;
  const quoted = /"cwd":("(?:[^"\\]|\\.)*")/.exec(read.text)?.[1];
  try {
    const cwd: unknown = quoted === undefined ? undefined : JSON.parse(quoted);
    return typeof cwd === "string" && cwd !== "" ? cwd : undefined;
  } catch {
    // A line that was cut: the next session of the project may tell.
    return undefined;
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    // Not a folder, or none at all.
    return [];
  }
}

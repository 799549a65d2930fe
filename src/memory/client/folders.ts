/** Locates the client's own memory of a project. Measured with 2.1.325; see the notes on each rule. */
import { readdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { readBounded } from "../../platform/atomic-file.ts";
import type { Env } from "../../platform/env.ts";
import { userHome } from "../../platform/paths.ts";
import { INDEX_FILE } from "./index-file.ts";

export interface MemoryFolder {
  dir: string;
  /** The project of its memories; empty if one folder serves every project. */
  project: string;
}

export interface SessionFolders {
  claudeDir: string;
  /** Root of the project. */
  project: string;
  /** The session's working folder, if different. */
  cwd?: string | undefined;
  /** Names the client's folder even if Pawl was started with another `CLAUDE_CONFIG_DIR`. */
  transcriptPath?: string | undefined;
  env?: Env | undefined;
}

const SETTINGS_LIMIT = 1 << 20;

/** Empty if the user switched the client's memory off. */
export function memoryFolders(place: SessionFolders): MemoryFolder[] {
  const { claudeDir, project, cwd, transcriptPath, env = {} } = place;
  if (project === "") return [];
  const configDirs = new Set([claudeDir]);
  // <config>/projects/<slug>/<session>.jsonl
  if (transcriptPath !== undefined && basename(dirname(dirname(transcriptPath))) === "projects") {
    configDirs.add(dirname(dirname(dirname(transcriptPath))));
  }
  const found: MemoryFolder[] = [];
  for (const config of configDirs) {
    const { isOff, moved } = settingsOf(config, project, env);
    if (isOff) continue;
    if (moved !== undefined) {
      found.push(moved);
      continue;
    }
    for (const folder of new Set([project, cwd ?? project])) {
      found.push({ dir: join(projectFolder(config, folder), "memory"), project });
    }
  }
  return found.filter((one, place) => found.findIndex(({ dir }) => dir === one.dir) === place);
}

/** Every character except ASCII letters and digits becomes `-`. The client shortens long names and adds its own hash. */
export function slugOf(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, "-");
}

const LONGEST_SLUG = 200;

function projectFolder(config: string, folder: string): string {
  const slug = slugOf(folder);
  const projects = join(config, "projects");
  if (slug.length <= LONGEST_SLUG) return join(projects, slug);
  const start = `${slug.slice(0, LONGEST_SLUG)}-`;
  try {
    return join(projects, readdirSync(projects).find((name) => name.startsWith(start)) ?? slug);
  } catch {
    // No session has run there yet.
    return join(projects, slug.slice(0, LONGEST_SLUG));
  }
}

/**
 * `autoMemoryDirectory` is used unchanged, without a slug. In the user's settings it is one folder for all projects; in a
 * project's settings it is that project's folder. The client applies a checked-in setting only in trusted folders. Pawl
 * applies it only if the folder contains an index, so that a repository cannot make it read other Markdown files.
 */
function settingsOf(
  config: string,
  project: string,
  env: Env,
): { isOff: boolean; moved: MemoryFolder | undefined } {
  const local = readSettings(join(project, ".claude", "settings.local.json"));
  const checkedIn = readSettings(join(project, ".claude", "settings.json"));
  const user = readSettings(join(config, "settings.json"));
  const isOff =
    [local, checkedIn, user].find((one) => typeof one.autoMemoryEnabled === "boolean")?.autoMemoryEnabled ===
    false;
  const toDir = (value: unknown) => {
    if (typeof value !== "string" || value.includes("\0")) return undefined;
    const dir = /^~(?:\/|\\|$)/.test(value) ? join(userHome(env), value.slice(1)) : value;
    return isAbsolute(dir) && dirname(resolve(dir)) !== resolve(dir) ? resolve(dir) : undefined;
  };
  const own = toDir(local.autoMemoryDirectory);
  if (own !== undefined) return { isOff, moved: { dir: own, project } };
  const shared = toDir(checkedIn.autoMemoryDirectory);
  if (shared !== undefined && readBounded(join(shared, INDEX_FILE), 1).ok)
    return { isOff, moved: { dir: shared, project } };
  const everywhere = toDir(user.autoMemoryDirectory);
  return { isOff, moved: everywhere === undefined ? undefined : { dir: everywhere, project: "" } };
}

function readSettings(path: string): Record<string, unknown> {
  const read = readBounded(path, SETTINGS_LIMIT);
  if (!read.ok) return {};
  try {
    return Object(JSON.parse(read.text)) as Record<string, unknown>;
  } catch {
    // The client ignores a broken settings file too.
    return {};
  }
}

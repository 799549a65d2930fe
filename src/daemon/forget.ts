/**
 * One forget for the command, the API and retention: the store, and every file of Pawl's that may contain the same text.
 * Files are deleted first, because a process that is killed before the store's note is written has not reported success.
 */

import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileState } from "../clients/transcripts/find.ts";
import type { Settings } from "../hooks/config/schema.ts";
import { isMissing, readFolders } from "../platform/files.ts";
import type { Home } from "../platform/paths.ts";
import { spooledFiles } from "../platform/spool.ts";
import { textMatcher } from "../store/forget/forget-selection.ts";
import type { ForgetProgress, ForgetSelector, Forgotten } from "../store/forget/types.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Store } from "../store/store.ts";
import { forgettingIn } from "../team/sql/forget.ts";
import { listStateFiles } from "../work/state-files.ts";
import { sessionFolder } from "../work/workflow-files.ts";
import { projectFolder } from "../work/works.ts";

interface ForgetPlace {
  store: Store;
  home: Pick<Home, "dir" | "spool" | "handoffs" | "stateFolders">;
}

interface ForgottenEverywhere {
  counts: Forgotten;
  /** Pawl's own files that are deleted: waiting events, handoffs, state files in projects, workflows, log files. */
  files: string[];
}

export async function forgetEverywhere(
  { store, home }: ForgetPlace,
  selector: ForgetSelector,
  at: number,
  onProgress?: ForgetProgress,
): Promise<ForgottenEverywhere> {
  const files = removeFiles(home, selector);
  return { counts: await forgettingIn(store).forget(selector, at, onProgress), files };
}

/** The clients' own transcripts that still contain it. Pawl must not delete them. */
export async function transcriptsThatStay(
  { store }: Pick<ForgetPlace, "store">,
  selector: ForgetSelector,
): Promise<string[]> {
  if ("uri" in selector) return [];
  const items = await forgettingIn(store).forgetItems(selector, MOST_ITEMS);
  const ids = new Set(
    items.filter(({ kind }) => kind !== "memory" && kind !== "solution").map(({ id }) => id),
  );
  const sessions = await recordsIn(store).sessionOverviews([...ids]);
  const paths = sessions.flatMap(({ transcriptPath }) => transcriptPath ?? []);
  const found = [...new Set(paths)].map(async (path) =>
    (await fileState(path)) === undefined ? [] : [path],
  );
  return (await Promise.all(found)).flat();
}

const MOST_ITEMS = 1_000;

function removeFiles(home: ForgetPlace["home"], selector: ForgetSelector): string[] {
  const isSelected = selects(selector);
  const all = [
    ...spooledFiles(home.spool).map((name) => join(home.spool, name)),
    ...namesIn(home.handoffs).map((name) => join(home.handoffs, name)),
    ...readFolders(home.stateFolders).flatMap(listStateFiles),
  ];
  const selected = all.filter((path) => {
    const text = readText(path);
    return text !== undefined && isSelected(text, path);
  });
  const works = workFiles(home, selector);
  for (const path of [...selected, ...works]) rmSync(path, { force: true });
  for (const path of works) removeEmpty(dirname(path));
  return [...selected, ...works];
}

/** Workflows, with the folders of their session or project, and log files: for a text, those that contain it. */
function workFiles({ dir }: ForgetPlace["home"], selector: ForgetSelector): string[] {
  if ("sessionId" in selector) return filesBelow(join(dir, "sessions", sessionFolder(selector.sessionId)));
  if ("project" in selector && !("uri" in selector)) return filesBelow(projectFolder(dir, selector.project));
  if (!("match" in selector)) return [];
  const holds = textMatcher(selector.match);
  // Folders are named after the branch or the project, in plain letters.
  const name = selector.match
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const isNamed = (path: string) => name !== "" && path.slice(dir.length).toLowerCase().includes(name);
  return ["work", "sessions", "logs"]
    .flatMap((folder) => filesBelow(join(dir, folder)))
    .filter((path) => isNamed(path) || holds(readText(path) ?? ""));
}

/** Includes empty parent folders, because their names describe the content. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
    removeEmpty(dirname(folder));
  } catch {
    // Something else is in it.
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function selects(selector: ForgetSelector): (text: string, path: string) => boolean {
  if ("sessionId" in selector) return (text) => text.includes(`"${selector.sessionId}`);
  if ("match" in selector) return textMatcher(selector.match);
  if ("before" in selector) return (_, path) => statSync(path).mtimeMs < selector.before;
  if ("uri" in selector || !("project" in selector)) return () => false;
  // The folder itself or one below it, as JSON has it.
  const folder = JSON.stringify(selector.project).slice(0, -1);
  return (text) =>
    text.includes(`${folder}"`) || text.includes(`${folder}/`) || text.includes(`${folder}\\\\`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Undefined if another process was faster. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

// Deletes what is older, or more, than the user wants to keep (the setting `retention`).

const DAY_MS = 86_400_000;
/** The share of the sessions to forget at a time, until the size fits. */
const SHARE = 0.1;
const MOST_SESSIONS = 1_000_000;

/** The time up to which records are deleted; undefined if all of them may stay. */
export async function retentionLimit(
  store: Store,
  { days, megabytes }: Settings["retention"],
  now: number,
): Promise<number | undefined> {
  const byAge = days === undefined ? undefined : now - days * DAY_MS;
  const bySize = megabytes === undefined ? undefined : await limitBySize(store, megabytes * 1_000_000);
  const limit = Math.max(byAge ?? 0, bySize ?? 0);
  return limit === 0 ? undefined : limit;
}

/** The size of a single session is unknown, so the oldest are deleted by their share of the whole. */
async function limitBySize(store: Store, mostBytes: number): Promise<number | undefined> {
  const { sizeBytes } = await recordsIn(store).stats();
  if (sizeBytes <= mostBytes) return undefined;
  const sessions = await recordsIn(store).sessions({ limit: MOST_SESSIONS });
  const share = Math.max(SHARE, 1 - mostBytes / sizeBytes);
  const oldest = Math.max(1, Math.ceil(sessions.length * share));
  const last = sessions.at(-oldest);
  return last === undefined ? undefined : last.lastEventAt + 1;
}

/** Memories that the user wrote stay. Returns whether anything was deleted. */
export async function applyRetention(
  { store, home }: { store: Store; home: Home },
  retention: Settings["retention"],
  now: number,
): Promise<boolean> {
  const before = await retentionLimit(store, retention, now);
  if (before === undefined) return false;
  const found = await forgettingIn(store).previewForget({ before });
  if (Object.values(found).every((count) => count === 0)) return false;
  await forgetEverywhere({ store, home }, { before }, now);
  return true;
}

/**
 * The history of a file or folder: sessions that changed it and their prompts, failures that name it, memories about it. It
 * is found through the digests of the project's sessions, so only calls that are shown are read.
 */

import type { z } from "zod";
import type { DigestFailure, SessionDigest } from "../../memory/digest/types.ts";
import { shownRemedy } from "../../memory/learn/failure-cures.ts";
import { eachEdit } from "../../memory/records/edits.ts";
import type { Memory } from "../../memory/records/memory.ts";
import { inProject } from "../../memory/records/summary.ts";
import { digestsIn, memoriesIn } from "../../memory/sql/index.ts";
import { aboutness } from "../../recall/blocks/about.ts";
import { recordsIn } from "../../store/records/queries.ts";
import type { SessionOverview } from "../../store/records/records.ts";
import { isRunning } from "../../store/records/running.ts";
import type { Store } from "../../store/store.ts";
import { quote } from "../../text/quote.ts";
import type { fileHistoryAnswer } from "../answers.ts";
import { linesOf } from "../day/lines.ts";
import { historyIn } from "../sql/index.ts";

const TEXT = 300;
const MOST_CALLS = 200;
const MOST_MEMORIES = 1000;
/** The `aboutness` of a memory that names the file itself, or its folder. */
const ABOUT_FILE = 3;
const ABOUT_FOLDER = 2;

export type FileHistory = z.output<typeof fileHistoryAnswer>;
type FileSession = FileHistory["sessions"][number];
type FileFailure = FileHistory["failures"][number];

export interface FileHistoryRequest {
  /** All folders of the project, the requested one first. */
  projects: readonly [string, ...string[]];
  /** Relative to the project's root. A folder ends in `/`; empty means the whole project. */
  path: string;
  limit: number;
  now: number;
}

/** Converts an absolute or relative path to the form that git and the digests use. */
export function toHistoryPath(path: string, project: string): string {
  const plain = inProject(path, project).replace(/^(?:\.\/+)+/, "");
  const isRoot =
    plain === "." || plain.replace(/\/+$/, "") === project.replaceAll("\\", "/").replace(/\/+$/, "");
  return isRoot ? "" : plain;
}

/** A name without a final slash may be a folder's. Then there is no data for a file, but some for the folder. */
export async function readFileHistory(store: Store, request: FileHistoryRequest): Promise<FileHistory> {
  const history = await historyOf(store, request);
  if (history.isFolder || history.sessions.length > 0) return history;
  const folder = await historyOf(store, { ...request, path: `${request.path}/` });
  return folder.sessions.length > 0 ? folder : history;
}

async function historyOf(
  store: Store,
  { projects, path, limit, now }: FileHistoryRequest,
): Promise<FileHistory> {
  const isFolder = path === "" || path.endsWith("/");
  const isIn = (file: string) => (isFolder ? file.startsWith(path) : file === path);
  const digests = await digestsIn(store).digestsNaming({ projects, path, limit: limit + 1 });
  const shown = digests.slice(0, limit);
  const changed = shown.filter(({ files }) => files.some((file) => isIn(file.path)));
  const overviews = new Map(
    (await recordsIn(store).sessionOverviews(changed.map(({ sessionId }) => sessionId))).map((one) => [
      one.id,
      one,
    ]),
  );
  const sessions: FileSession[] = [];
  for (const digest of changed) {
    const session = overviews.get(digest.sessionId);
    if (session !== undefined) sessions.push(await toFileSession(store, digest, session, path, isIn, now));
  }
  const failures = shown.flatMap((digest) =>
    digest.failures
      .filter((failure) => isNamed(failure, path, isFolder))
      .map((one) => toFailure(digest, one)),
  );
  const sum = (of: (session: FileSession) => number) => sessions.reduce((all, one) => all + of(one), 0);
  return {
    project: projects[0],
    path,
    isFolder,
    sessions,
    totals: {
      sessions: sessions.length,
      edits: sum(({ edits }) => edits),
      added: sum(({ added }) => added),
      removed: sum(({ removed }) => removed),
      failures: failures.length,
    },
    files: isFolder ? filesIn(changed, isIn) : [],
    failures: failures.sort((a, b) => b.at - a.at),
    memories: await memoriesAbout(store, projects, path),
    hasMore: digests.length > limit,
  };
}

async function toFileSession(
  store: Store,
  digest: SessionDigest,
  session: SessionOverview,
  path: string,
  isIn: (file: string) => boolean,
  now: number,
): Promise<FileSession> {
  const { id, title, client, branch, project, startedAt, lastEventAt } = session;
  const root = `${project.replaceAll("\\", "/").replace(/\/+$/, "")}/`;
  const calls = await historyIn(store).fileCalls({
    sessionId: id,
    names: [path, `${root}${path}`],
    limit: MOST_CALLS,
  });
  const changes = eachEdit(calls)
    .flatMap((call) => {
      const file = inProject(call.files[0] ?? "", project);
      const found = calls.find(({ key }) => key === call.key);
      if (!isIn(file) || found === undefined) return [];
      return [{ id: found.id, at: call.at, file, tool: call.toolName, ...linesOf(call) }];
    })
    .sort((a, b) => a.at - b.at);
  return {
    id,
    title,
    client,
    branch: branch ?? null,
    startedAt,
    lastEventAt,
    isRunning: isRunning(session, now),
    edits: digest.files.reduce((all, file) => all + (isIn(file.path) ? file.edits : 0), 0),
    added: changes.reduce((all, { added }) => all + added, 0),
    removed: changes.reduce((all, { removed }) => all + removed, 0),
    asked: digest.turns
      .filter(({ edited }) => edited.some(isIn))
      .map(({ at, prompt }) => ({ at, text: quote(prompt, TEXT) })),
    changes,
  };
}

/** True if the error names it, or if it was changed for the fix. */
function isNamed({ names, error, cure }: DigestFailure, path: string, isFolder: boolean): boolean {
  const isIt = (name: string) => (isFolder ? name.startsWith(path) : name === path);
  if (path === "") return true;
  return (
    names.some(isIt) || (cure?.kind === "file" && isIt(cure.path)) || (!isFolder && error.includes(path))
  );
}

function toFailure({ sessionId }: SessionDigest, failure: DigestFailure): FileFailure {
  const { at, command, tool, error, cure } = failure;
  return {
    sessionId,
    at,
    what: command ?? tool,
    error: quote(error, TEXT),
    fix: cure === undefined ? null : shownRemedy(cure),
  };
}

function filesIn(digests: readonly SessionDigest[], isIn: (file: string) => boolean): FileHistory["files"] {
  const files = new Map<string, FileHistory["files"][number]>();
  for (const { files: of, lastAt } of digests) {
    for (const { path: file, edits } of of) {
      if (!isIn(file)) continue;
      const known = files.get(file) ?? { file, edits: 0, sessions: 0, lastAt: 0 };
      files.set(file, {
        file,
        edits: known.edits + edits,
        sessions: known.sessions + 1,
        lastAt: Math.max(known.lastAt, lastAt),
      });
    }
  }
  return [...files.values()].sort((a, b) => b.edits - a.edits || b.lastAt - a.lastAt);
}

async function memoriesAbout(
  store: Store,
  projects: readonly string[],
  path: string,
): Promise<FileHistory["memories"]> {
  const all: Memory[] = [];
  for (const project of projects)
    all.push(...(await memoriesIn(store).memories({ project, limit: MOST_MEMORIES })));
  const isAbout = (memory: Memory) => {
    if (path === "") return false;
    if (!path.endsWith("/")) return aboutness(memory, path) >= ABOUT_FOLDER;
    return aboutness(memory, `${path}x`) === ABOUT_FOLDER || memory.content.includes(path);
  };
  const byId = new Map(all.filter(isAbout).map((memory) => [memory.id, memory]));
  const nearness = (memory: Memory) => (aboutness(memory, path) === ABOUT_FILE ? 0 : 1);
  return [...byId.values()]
    .sort((a, b) => nearness(a) - nearness(b) || a.priority - b.priority || b.updatedAt - a.updatedAt)
    .map(({ uri, content, priority, updatedAt }) => ({
      uri,
      content: quote(content, TEXT),
      priority,
      updatedAt,
    }));
}

/**
 * The pieces of work of all projects on disk: `<root>/work/<project key>/<work key>/workflow.json`. A session has
 * a small file, `<root>/sessions/<id>/work.json`, that names the work it belongs to.
 */
import { existsSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import {
  entriesIn,
  type FileFault,
  type FileOutcome,
  readFields,
  writeAtomic,
} from "../platform/atomic-file.ts";
import { branchOrigin } from "../platform/git.ts";
import { redactText } from "../redact/index.ts";
import { isFinished, type WorkflowState, withSession } from "./workflow/state.ts";
import { isMadeFor, namedWorks, type Place, worksHere } from "./workflow/work.ts";
import {
  createWorkflow,
  readWorkflow,
  sessionFolder,
  sessionWorkFolder,
  updateWorkflow,
  workflowPath,
} from "./workflow-files.ts";

export interface Work {
  /** Absolute. */
  folder: string;
  state: WorkflowState;
}

/** What was found for a session or a place. */
export type FoundWork =
  | { kind: "one"; work: Work; isBound: boolean }
  | { kind: "none" }
  /** Somebody has to choose. */
  | { kind: "several"; works: Work[] }
  | { kind: "fault"; path: string; fault: FileFault; detail: string };

const MOST_WORKS = 500;

export function projectFolder(root: string, project: string): string {
  return join(root, "work", keyOf(basename(project) || "root", project));
}

/** Names stay readable, without secrets; the digest keeps apart what looks alike, on every file system. */
function keyOf(name: string, whole: string): string {
  const plain = redactText(name)
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9_]+/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "")
    .slice(0, 40);
  const digest = new Bun.CryptoHasher("sha256").update(whole.normalize("NFC")).digest("hex").slice(0, 10);
  return plain === "" ? digest : `${plain}-${digest}`;
}

/** Creates new work in an unused folder with its name. The list keeps ten finished works; the oldest goes first. */
export async function createWork(
  root: string,
  place: Place,
  state: WorkflowState,
): Promise<FileOutcome<{ folder: string }>> {
  const base = join(projectFolder(root, place.project), workKey(place, state.featureName));
  const folders = Array.from({ length: MOST_WORKS }, (_, n) => (n === 0 ? base : `${base}-${n + 1}`));
  const finished = folders.flatMap((folder) => {
    const read = readWorkflow(folder);
    return read.ok && isFinished(read.state) ? [{ folder, state: read.state }] : [];
  });
  const [oldest] = finished.length < LISTED_FINISHED ? [] : finished.sort(byEnd);
  for (const folder of folders) {
    const created = await createWorkflow(folder, state, () => folder === oldest?.folder);
    if (created.ok) return { ok: true, folder };
    if (created.fault !== "changed") return created;
  }
  return { ok: false, fault: "busy", detail: root };
}

function workKey({ checkout, branch, package: inside }: Place, feature: string | undefined): string {
  const where = inside === undefined ? "" : ` ${inside}`;
  if (feature !== undefined) return keyOf(feature, `feature ${feature}${where}`);
  if (branch !== undefined) return keyOf(branch, `branch ${branch} ${checkout}${where}`);
  return keyOf(basename(checkout), `folder ${checkout}${where}`);
}

const worksOf = (root: string, project: string) => readAll(projectFolder(root, project));

type FoundFault = Extract<FoundWork, { kind: "fault" }>;

/** Every work in the folder that can be read, and what is wrong with the others. */
function readAll(parent: string): { works: Work[]; faults: FoundFault[] } {
  const works: Work[] = [];
  const faults: FoundFault[] = [];
  for (const name of entriesIn(parent).slice(0, MOST_WORKS)) {
    const folder = join(parent, name);
    const read = readWorkflow(folder);
    if (read.ok) works.push({ folder, state: read.state });
    else if (read.fault !== "missing") faults.push(toFault(folder, read));
  }
  return { works, faults };
}

export const worksIn = (folder: string): Work[] => readAll(folder).works;

/** For `pawl doctor`: files that cannot be used, of every project and of older versions. */
export function damagedWorks(root: string): { count: number; faults: FoundFault[] } {
  const work = join(root, "work");
  const parents = [...entriesIn(work).map((name) => join(work, name)), join(root, "sessions")];
  const all = parents.map(readAll);
  return {
    count: all.reduce((sum, { works, faults }) => sum + works.length + faults.length, 0),
    faults: all.flatMap(({ faults }) => faults),
  };
}

function toFault(folder: string, { fault, detail }: { fault: FileFault; detail: string }): FoundFault {
  return { kind: "fault", path: workflowPath(folder), fault, detail };
}

/** The work that the session belongs to: by its own file, or by the workflow that an older version kept for it. */
export function workOfSession(root: string, id: string): FoundWork {
  const named = readPointer(root, id);
  for (const folder of [named, sessionWorkFolder(root, id)]) {
    if (folder === undefined) continue;
    const read = readWorkflow(folder);
    if (read.ok) return { kind: "one", work: { folder, state: read.state }, isBound: true };
    if (read.fault !== "missing") return toFault(folder, read);
  }
  return { kind: "none" };
}

/** The session's own work, that of a session it continues, or the only unfinished one in this place. */
export function findWork(
  root: string,
  wanted: {
    id?: string | undefined;
    origins?: readonly string[] | undefined;
    place: Place;
    feature?: string | undefined;
    /** Only work that no session has yet: a session that is in the middle of something else does not change over. */
    isUnclaimed?: boolean;
  },
): FoundWork {
  const { id, place, feature, origins = [] } = wanted;
  if (feature !== undefined) {
    const named = worksNamed(root, place.project, feature);
    return choose(named.filter(({ state }) => !isFinished(state))) ?? choose(named) ?? { kind: "none" };
  }
  const own = id === undefined ? undefined : workOfSession(root, id);
  if (own?.kind === "fault" || (own?.kind === "one" && !isFinished(own.work.state))) return own;
  for (const origin of origins) {
    const found = workOfSession(root, origin);
    if (found.kind === "one" && !isFinished(found.work.state)) return { ...found, isBound: false };
  }
  const { works, faults } = worksOf(root, place.project);
  const isFree = wanted.isUnclaimed === true || own?.kind === "one";
  const here = worksHere(works, place, originOf).filter(
    ({ state }) => !isFree || (state.sessions ?? []).length === 0,
  );
  // Finished work stays the session's own until new work is started in its place.
  return choose(here) ?? (own?.kind === "one" ? own : (faults[0] ?? { kind: "none" }));
}

/** All that are unfinished, then those that were finished lately; the newest first. */
export function listWorks(root: string, project: string): Work[] {
  const { works } = worksOf(root, project);
  const byTime = works.sort((a, b) => (a.state.createdAt < b.state.createdAt ? 1 : -1));
  const finished = byTime.filter(({ state }) => isFinished(state));
  return [...byTime.filter(({ state }) => !isFinished(state)), ...finished.slice(0, LISTED_FINISHED)];
}

const LISTED_FINISHED = 10;

/** By its name, or by its number in the list. */
function worksNamed(root: string, project: string, name: string): Work[] {
  const listed = listWorks(root, project);
  const named = namedWorks(worksOf(root, project).works, name);
  const numbered = /^\d{1,3}$/.test(name) ? listed[Number(name) - 1] : undefined;
  return named.length > 0 || numbered === undefined ? named : [numbered];
}

/** The last finished work in this place. */
export function lastFinished(root: string, place: Place): Work | undefined {
  const { works } = worksOf(root, place.project);
  const here = works.filter(
    ({ state }) => isFinished(state) && (state.branch === place.branch || state.worktree === place.checkout),
  );
  return here.sort(byEnd).at(-1);
}

const byEnd = (a: Work, b: Work) => (finishedAt(a.state) < finishedAt(b.state) ? -1 : 1);

function finishedAt({ endedAt = "", createdAt, stages }: WorkflowState): string {
  const times = Object.values(stages).map(({ completedAt = "" }) => completedAt);
  return [createdAt, endedAt, ...times].sort().at(-1) ?? "";
}

function choose(works: readonly Work[]): FoundWork | undefined {
  const [first, second] = works;
  if (first === undefined) return undefined;
  return second === undefined
    ? { kind: "one", work: first, isBound: false }
    : { kind: "several", works: [...works] };
}

const originOf = ({ checkout, branch }: Place) =>
  branch === undefined ? undefined : branchOrigin(checkout, branch);

/** The session works on it from now on. */
export async function joinWork(root: string, work: Work, id: string, place?: Place): Promise<FileOutcome> {
  const joined = await updateWorkflow(work.folder, (state) => keptUp(withSession(state, id), place));
  if (!joined.ok) return joined;
  return writePointer(root, id, work.folder);
}

/** Its checkout is gone, or its branch has another name now. A session that only talks moves nothing else. */
function keptUp(state: WorkflowState, place: Place | undefined): WorkflowState {
  if (place === undefined || (state.worktree === place.checkout && state.branch === place.branch))
    return state;
  const isGone = state.worktree === undefined || !existsSync(state.worktree);
  const isRenamed = state.branch !== undefined && originOf(place)?.names.includes(state.branch) === true;
  return isGone || isRenamed ? movedTo(state, place) : state;
}

/** The package stays: a session at the root may move the work too. */
const movedTo = (state: WorkflowState, place: Place): WorkflowState =>
  inPlace(state, { ...place, package: state.package });

export function inPlace(state: WorkflowState, place: Place): WorkflowState {
  const { project, checkout: worktree, branch, package: inside } = place;
  return { ...state, project, worktree, branch, package: inside };
}

/** Whether work that is done here takes the workflow along: the branch was made for it. */
export function mayMove({ state }: Work, place: Place): boolean {
  if (state.branch === place.branch && state.worktree === place.checkout) return false;
  return isMadeFor(state, place, originOf);
}

/** Moves the work here: a person requested it, or a session worked on it on a branch created for it. */
export function moveWork({ folder }: Work, place: Place) {
  return updateWorkflow(folder, (state) => movedTo(state, place));
}

function pointerPath(root: string, id: string): string {
  return join(root, "sessions", sessionFolder(id), "work.json");
}

export function writePointer(root: string, id: string, folder: string): Promise<FileOutcome> {
  const work = relative(root, folder).split(sep).join("/");
  return writeAtomic(pointerPath(root, id), `${JSON.stringify({ work })}\n`);
}

/** Undefined if there is none, or if it points outside the root. */
export function readPointer(root: string, id: string): string | undefined {
  const { work } = readFields(pointerPath(root, id));
  const folder = typeof work === "string" ? resolve(root, work) : root;
  return folder.startsWith(resolve(root) + sep) ? folder : undefined;
}

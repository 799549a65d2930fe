/** Which piece of work a session belongs to. A workflow belongs to a feature, a branch, a package or a checkout. */
import type { BranchOrigin } from "../../platform/git.ts";
import { isFinished, type WorkflowState } from "./state.ts";

/** The location of a session or a command. */
export interface Place {
  /** The main repository's root, or the folder itself. */
  project: string;
  /** The working tree: of a linked worktree its own folder. */
  checkout: string;
  branch?: string | undefined;
  /** The package of a monorepo that it is in: its folder, from the checkout. */
  package?: string | undefined;
}

type OriginOf = (place: Place) => BranchOrigin | undefined;

/** Work that begins here usually moves to a branch of its own later. */
const DEFAULT_BRANCHES: ReadonlySet<string> = new Set(["main", "master", "trunk", "develop", "development"]);

/** Unfinished work that a session in this place continues. More than one means that somebody has to choose. */
export function worksHere<T extends { state: WorkflowState }>(
  works: readonly T[],
  place: Place,
  originOf: OriginOf,
): T[] {
  const open = works.filter(({ state }) => !isFinished(state));
  const origin = open.length === 0 ? undefined : originOf(place);
  const byBranch = open.filter(({ state }) => isOnBranch(state, place) || isRenamed(state, origin));
  if (byBranch.length > 0) return inPackage(byBranch, place);
  return inPackage(
    open.filter(({ state }) => isMadeFor(state, place, originOf)),
    place,
  );
}

/** In a package its own work, else that of the whole repository; at the root that of packages comes last. */
function inPackage<T extends { state: WorkflowState }>(works: T[], place: Place): T[] {
  const whole = works.filter(({ state }) => state.package === undefined);
  if (place.package === undefined) return whole.length > 0 ? whole : works;
  const own = works.filter(({ state }) => state.package === place.package);
  return own.length > 0 ? own : whole;
}

/** The work's branch had the name that it was begun on. */
const isRenamed = ({ branch }: WorkflowState, origin: BranchOrigin | undefined): boolean =>
  branch !== undefined && origin?.names.includes(branch) === true;

function isOnBranch(state: WorkflowState, { checkout, branch }: Place): boolean {
  if (branch === undefined || state.branch === undefined)
    return branch === state.branch && state.worktree === checkout;
  // A feature branch is one piece of work wherever it is checked out; main may be in several clones.
  return state.branch === branch && (state.worktree === checkout || !DEFAULT_BRANCHES.has(branch));
}

/**
 * True if the branch here was created for the work: it has the feature's name, it is the work's branch under another name, or
 * it was branched from the work's branch after the work began. An older branch is other work.
 */
export function isMadeFor(state: WorkflowState, place: Place, originOf: OriginOf): boolean {
  const { branch, checkout } = place;
  if (branch === undefined) return false;
  const { featureName: feature } = state;
  const isMain = state.branch === undefined || DEFAULT_BRANCHES.has(state.branch);
  if (feature !== undefined && isMain && isBranchOf(branch, feature)) return true;
  const origin = originOf(place);
  if (isRenamed(state, origin)) return true;
  if (!isMain || state.worktree !== checkout) return false;
  // A folder that has become a repository since has no older branch.
  if (state.branch === undefined) return true;
  const isFromHere = origin?.from === "HEAD" || origin?.from.replace(/^refs\/heads\//, "") === state.branch;
  // Git counts seconds.
  return origin !== undefined && isFromHere && origin.at + 1000 > Date.parse(state.createdAt);
}

/** `feat/001-login`, `001-login` and, by its number, `001-other-words` belong to the folder `001-login`. */
export function isBranchOf(branch: string, feature: string): boolean {
  const name = branch.slice(branch.lastIndexOf("/") + 1).normalize("NFC");
  const folder = feature.normalize("NFC");
  if (branch.normalize("NFC") === folder || name === folder) return true;
  const number = /^(\d{8}-\d{6}|\d{3,})-/.exec(name)?.[1];
  return number !== undefined && folder.startsWith(`${number}-`);
}

/** What people call it: its feature, else its kind. */
export function nameOf(state: WorkflowState | undefined): string {
  return state?.featureName ?? state?.workflowType ?? "";
}

/** By feature; else by kind or branch, among unfinished ones first. */
export function namedWorks<T extends { state: WorkflowState }>(works: readonly T[], name: string): T[] {
  const wanted = name.normalize("NFC");
  const byFeature = works.filter(({ state }) => state.featureName?.normalize("NFC") === wanted);
  if (byFeature.length > 0) return byFeature;
  const isIt = ({ state }: T) => state.workflowType === wanted || state.branch?.normalize("NFC") === wanted;
  return works.filter(isIt);
}

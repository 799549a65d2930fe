/** Which piece of work a session belongs to. A workflow belongs to a feature, a branch or a checkout. */
import { isFinished, type WorkflowState } from "./state.ts";

/** Where a session or a command is. */
export interface Place {
  /** The main repository's root, or the folder itself. */
  project: string;
  /** The working tree: of a linked worktree its own folder. */
  checkout: string;
  branch?: string | undefined;
}

/** Work that begins here usually moves to a branch of its own later. */
const DEFAULT_BRANCHES: ReadonlySet<string> = new Set(["main", "master", "trunk", "develop", "development"]);

/** Unfinished work that a session in this place goes on with. More than one means that somebody has to choose. */
export function worksHere<T extends { state: WorkflowState }>(works: readonly T[], place: Place): T[] {
  const open = works.filter(({ state }) => !isFinished(state));
  const byBranch = open.filter(({ state }) => isOnBranch(state, place));
  if (byBranch.length > 0) return byBranch;
  // Begun on main, and a branch was made since: still the same checkout.
  return open.filter(
    ({ state }) =>
      state.worktree === place.checkout && (state.branch === undefined || DEFAULT_BRANCHES.has(state.branch)),
  );
}

function isOnBranch(state: WorkflowState, { checkout, branch }: Place): boolean {
  if (branch === undefined || state.branch === undefined)
    return branch === state.branch && state.worktree === checkout;
  // A feature branch is one piece of work wherever it is checked out; main may be in several clones.
  return state.branch === branch && (state.worktree === checkout || !DEFAULT_BRANCHES.has(branch));
}

export function ofFeature<T extends { state: WorkflowState }>(works: readonly T[], feature: string): T[] {
  const wanted = feature.normalize("NFC");
  return works.filter(({ state }) => state.featureName?.normalize("NFC") === wanted);
}

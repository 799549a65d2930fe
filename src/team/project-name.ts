/** The name of a folder's project in the team: from its git remote, its first commit, or set by hand. Never its path. */
import { join } from "node:path";
import { PawlError } from "../platform/errors.ts";
import { readIfThere } from "../platform/files.ts";
import { commonGitDir } from "../platform/git.ts";
import { normalizeRemote, remotesIn } from "../platform/git-remote.ts";
import type { SameProject } from "../platform/same-project.ts";

export async function projectName(
  folder: string,
  same: Pick<SameProject, "settle">,
  byHand?: string,
): Promise<string> {
  if (byHand !== undefined) return `named:${byHand}`;
  const { key, by } = await same.settle(folder);
  // Folders mapped by hand are named after the first of them, which may be a path of this machine.
  const isPath = by === "hand" && /^hand:(?:[./~\\]|[A-Za-z]:[\\/])/.test(key);
  if (by !== "folder" && !isPath) return key;
  throw new PawlError("team_no_project", `${folder} has no name that other machines know.`, {
    hint: "It has neither a git remote nor a commit. Give it one name on all machines: pawl team share --as NAME on",
    params: { folder },
  });
}

/** Names of the checkout's other remotes: a fork is the same project as its origin. */
export function otherNames(folder: string): string[] {
  const git = commonGitDir(folder);
  const config = git === undefined ? "" : (readIfThere(join(git, "config")) ?? "");
  const remotes = remotesIn(config).slice(1);
  return remotes.flatMap((url) => normalizeRemote(url) ?? []).map((name) => `remote:${name}`);
}

/**
 * Which folders are the same project. Decided by, in this order: what the user mapped by hand, the git remote, the
 * repository's first commit, the folder. So worktrees, clones and moved or renamed checkouts share, and forks do not.
 * A folder without git that is new takes the place of the one that is gone and whose manifest had the same name.
 *
 * `of` reads git's own files and starts no process. A first commit lies in packed objects: `settle` asks git once per
 * repository, away from every hook, and the answer is kept in a file with the folders seen so far. A folder that is gone
 * keeps the project that it had.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { processEnv } from "./env.ts";
import { readIfThere, stampOf, writeWhole } from "./files.ts";
import { branchOf, commonGitDir } from "./git.ts";
import { isLocalRemote, normalizeRemote, remotesIn } from "./git-remote.ts";
import { projectRoot } from "./project.ts";

interface ProjectIdentity {
  /** Equal for two folders of the same project. */
  key: string;
  by: "hand" | "remote" | "commit" | "folder";
}

export interface SameProject {
  /** As far as git's files and earlier answers say. */
  of(folder: string): ProjectIdentity;
  /** Like `of`, but runs git if only git can tell. Remembers the folder. */
  settle(folder: string): Promise<ProjectIdentity>;
  /** All known folders of the same project, this one first, including deleted ones. */
  folders(folder: string): string[];
  /** Earlier paths of this folder before it was moved: deleted folders of the same project, latest first. */
  formerFolders(folder: string): Promise<string[]>;
}

interface Deps {
  /** The file that stores folders with their projects; default: for this process only. */
  file?: string;
  /** Groups that the user mapped by hand: folders or remotes. */
  byHand?: () => readonly (readonly string[])[];
  /** False for a path that must not be written down: it holds a secret. */
  isStorable?: (text: string) => boolean;
}

interface Known {
  folders: Record<string, string>;
  /** First commits, by the folder that git keeps the repository in. */
  commits: Record<string, string>;
  /** Project names from the manifests of folders without git. */
  names: Record<string, string>;
}

/** A clone of a clone of a clone. */
const DEEPEST = 4;
const MOST_FOLDERS = 5_000;

export function createSameProject({
  file,
  byHand = () => [],
  isStorable = () => true,
}: Deps = {}): SameProject {
  const known = readKnown(file);
  const asking = new Map<string, Promise<string | undefined>>();
  /** Checkouts without a first commit, with their state at that time. If it changes, git is run again. */
  const without = new Map<string, string>();

  function automatic(root: string, depth: number): ProjectIdentity {
    const isThere = existsSync(root);
    const git = isThere ? commonGitDir(root) : undefined;
    if (git === undefined) {
      const before = known.folders[root];
      return fromKey(
        before?.startsWith("folder:") || !isThere ? (before ?? `folder:${root}`) : `folder:${root}`,
      );
    }
    const [remote] = remotesIn(readIfThere(join(git, "config")) ?? "");
    const normal = remote === undefined ? undefined : normalizeRemote(remote);
    if (normal !== undefined) return { key: `remote:${normal}`, by: "remote" };
    if (remote !== undefined && isLocalRemote(remote) && depth < DEEPEST) {
      // Cloned from a folder: it belongs to that folder's project, as long as that folder is known.
      const origin = projectRoot(localPath(remote, root));
      const found = origin === root ? undefined : automatic(origin, depth + 1);
      if (found !== undefined && found.by !== "folder") return found;
    }
    const commit = isShallow(git) ? undefined : known.commits[git];
    return commit === undefined
      ? { key: `folder:${root}`, by: "folder" }
      : { key: `commit:${commit}`, by: "commit" };
  }

  function of(folder: string): ProjectIdentity {
    const root = projectRoot(folder);
    return mapped(automatic(root, 0), root, byHand());
  }

  async function firstCommit(root: string): Promise<void> {
    const git = existsSync(root) ? commonGitDir(root) : undefined;
    if (git === undefined || isShallow(git) || known.commits[git] !== undefined) return;
    const look = lookOf(root, git);
    if (without.get(root) === look) return;
    const asked = asking.get(git) ?? askGit(root);
    asking.set(git, asked);
    const commit = await asked;
    asking.delete(git);
    if (commit !== undefined) known.commits[git] = commit;
    else if (without.size < MOST_FOLDERS) without.set(root, look);
  }

  /** The key of the one folder that is gone and had this one's name. */
  function byManifest(root: string): string | undefined {
    const name = manifestName(root);
    if (name === undefined || !isStorable(name)) return undefined;
    const gone = Object.entries(known.names).filter(([other, its]) => its === name && !existsSync(other));
    known.names[root] = name;
    return gone.length === 1 ? known.folders[gone[0]?.[0] ?? ""] : undefined;
  }

  const same: SameProject = {
    of,
    async settle(folder) {
      const root = projectRoot(folder);
      let found = automatic(root, 0);
      if (found.by === "folder") {
        await firstCommit(root);
        // Cloned from a folder that has no remote either: then its first commit names both.
        const origin = localOrigin(root);
        if (origin !== undefined) await firstCommit(origin);
        found = automatic(root, 0);
        if (found.by === "folder" && known.folders[root] === undefined)
          found = fromKey(byManifest(root) ?? found.key);
      }
      if (known.folders[root] !== found.key && isStorable(root)) remember(known, root, found.key, file);
      return mapped(found, root, byHand());
    },
    folders(folder) {
      if (!isAbsolute(folder)) return [folder];
      const root = projectRoot(folder);
      const groups = byHand();
      const wanted = mapped(automatic(root, 0), root, groups).key;
      const others = Object.entries(known.folders).filter(
        ([other, key]) => other !== root && mapped(fromKey(key), other, groups).key === wanted,
      );
      return [root, ...others.map(([other]) => other)];
    },
    async formerFolders(folder) {
      const root = projectRoot(folder);
      if (known.folders[root] !== undefined || !Object.keys(known.folders).some(isGone)) return [];
      await same.settle(root);
      return same.folders(root).filter(isGone).reverse();
    },
  };
  return same;
}

const isGone = (folder: string) => !existsSync(folder);

/** Manifest files with the project's name. */
const MANIFEST_NAMES: readonly (readonly [file: string, name: RegExp])[] = [
  ["package.json", /"name"\s*:\s*"([^"]+)"/],
  ["composer.json", /"name"\s*:\s*"([^"]+)"/],
  ["pyproject.toml", /^name\s*=\s*["']([^"']+)["']/m],
  ["Cargo.toml", /^name\s*=\s*"([^"]+)"/m],
  ["go.mod", /^module\s+(\S+)/m],
];

function manifestName(root: string): string | undefined {
  for (const [file, name] of MANIFEST_NAMES) {
    const found = name.exec(readQuietly(join(root, file)))?.[1];
    if (found !== undefined) return `${file} ${found}`;
  }
  return undefined;
}

/** A group of folders or remotes is one project, whatever git says of each. */
function mapped(
  found: ProjectIdentity,
  root: string,
  groups: readonly (readonly string[])[],
): ProjectIdentity {
  const place = groups.findIndex((group) =>
    group.some((one) => {
      if (isLocalRemote(one)) return projectRoot(expand(one)) === root;
      return found.key === `remote:${normalizeRemote(one) ?? one}`;
    }),
  );
  return place < 0 ? found : { key: `hand:${groups[place]?.[0] ?? place}`, by: "hand" };
}

function fromKey(key: string): ProjectIdentity {
  const kind = key.slice(0, key.indexOf(":"));
  return { key, by: kind === "remote" || kind === "commit" || kind === "hand" ? kind : "folder" };
}

function localOrigin(root: string): string | undefined {
  const git = existsSync(root) ? commonGitDir(root) : undefined;
  const [remote] = git === undefined ? [] : remotesIn(readIfThere(join(git, "config")) ?? "");
  return remote !== undefined && isLocalRemote(remote) ? projectRoot(localPath(remote, root)) : undefined;
}

function localPath(remote: string, root: string): string {
  if (!remote.startsWith("file://")) return resolve(root, expand(remote));
  try {
    return fileURLToPath(remote);
  } catch {
    // Names another machine, or nothing at all: no folder of ours.
    return root;
  }
}

const expand = (path: string) => path.replace(/^~(?=\/|$)/, processEnv.HOME ?? homedir());

/** Its first commit is only where the copy ends. */
const isShallow = (git: string) => existsSync(join(git, "shallow"));

/** Another branch, or a first commit on this one, changes it. */
function lookOf(root: string, git: string): string {
  const refs = ["HEAD", join("refs", "heads"), "packed-refs", join("reftable", "tables.list")];
  return JSON.stringify([branchOf(root), ...refs.map((name) => stampOf(join(git, name)))]);
}

function readQuietly(path: string): string {
  try {
    return readIfThere(path) ?? "";
  } catch {
    // Not ours to read: then it names nothing.
    return "";
  }
}

const GIT_MS = 60_000;

/** The oldest commit without a parent. It reads objects only: no hook, no network, no lock. */
async function askGit(root: string): Promise<string | undefined> {
  try {
    const child = Bun.spawn(["git", "--no-optional-locks", "rev-list", "--max-parents=0", "HEAD"], {
      cwd: root,
      env: { PATH: processEnv.PATH ?? "", HOME: processEnv.HOME ?? homedir(), GIT_NO_LAZY_FETCH: "1" },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      timeout: GIT_MS,
    });
    const text = await new Response(child.stdout).text();
    if ((await child.exited) !== 0) return undefined;
    return /^[0-9a-f]{40,64}$/.exec(text.trim().split("\n").at(-1) ?? "")?.[0];
  } catch {
    // No git on this machine, or the folder went away: then the folder is the project.
    return undefined;
  }
}

function readKnown(file: string | undefined): Known {
  const none: Known = { folders: {}, commits: {}, names: {} };
  if (file === undefined) return none;
  try {
    const value: unknown = JSON.parse(readIfThere(file) ?? "{}");
    const { folders, commits, names } = Object(value) as Partial<Record<keyof Known, unknown>>;
    return { folders: toTexts(folders), commits: toTexts(commits), names: toTexts(names) };
  } catch {
    // Damaged: it fills again with the next sessions.
    return none;
  }
}

function toTexts(value: unknown): Record<string, string> {
  const entries = Object.entries(Object(value) as object).filter(([, text]) => typeof text === "string");
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Another process may have added folders in the meantime: theirs are taken over, not lost. */
function remember(known: Known, root: string, key: string, file: string | undefined): void {
  const fresh = readKnown(file);
  Object.assign(known.commits, { ...fresh.commits, ...known.commits });
  Object.assign(known.names, { ...fresh.names, ...known.names });
  const folders = Object.entries({ ...fresh.folders, ...known.folders }).filter(([name]) => name !== root);
  known.folders = Object.fromEntries([...folders.slice(-MOST_FOLDERS), [root, key]]);
  if (file !== undefined) writeWhole(file, `${JSON.stringify(known, null, 1)}\n`);
}

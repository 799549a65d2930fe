/** One round: sends local changes and fetches remote ones. It can be interrupted after any step without losing anything. */

import { applyPending } from "./apply.ts";
import { collect } from "./collect.ts";
import { type HandoffDeps, pullHandoffs, pushHandoffs } from "./handoffs.ts";
import type { SharedProject, TeamParts } from "./parts.ts";
import { pullProjects } from "./pull.ts";
import { pushProject } from "./push.ts";
import { type ReaderNews, readerNews } from "./readers.ts";
import { stateOf } from "./server/errors.ts";
import type { Hello, TeamServer } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";

export interface Synced {
  pushed: number;
  pulled: number;
  /** Records of which people changed different versions, altogether. */
  conflicts: number;
  /** Projects that the server had lost changes of: a backup was restored. */
  restored: string[];
  news: ReaderNews[];
  /** Records that this member can review, and projects that others asked this maintainer for. */
  waiting: number;
  wishes: number;
}

interface SyncDeps {
  server: Pick<TeamServer, "push" | "pull" | "members" | "names" | "shareProject"> & HandoffDeps["server"];
  hello: Hello;
  /** Of the team, asked again. */
  newestKey(): Promise<number>;
  /** The server's handoffs are those that were read last. */
  isHandoffsKnown?: boolean;
  /** As many as after the last round, if nothing has changed since. */
  conflicts?: number;
  warn(message: string, about: object): void;
}

/** PostgreSQL's code for a lock that was not given in time. */
const LOCKED = "55P03";

/** What was left of the last round first: an older version must not be taken for a change. How many records it touched. */
export async function collectChanges(parts: TeamParts): Promise<number> {
  const applied = await applyPending(parts);
  return applied + (await collect(parts));
}

export async function syncRound(parts: TeamParts, deps: SyncDeps): Promise<Synced> {
  const { server, hello, warn } = deps;
  const { store } = parts;
  const projects = await sharedProjects(parts, deps);
  const names = createNames(server);
  const { waiting, wishes } = hello;
  const synced: Synced = { pushed: 0, pulled: 0, conflicts: 0, restored: [], news: [], waiting, wishes };
  // First: who reads is known before anything of this round goes out.
  synced.news = await readerNews(projects, server, parts);
  // Pulled before pushing: what others forgot or replaced need not be sent.
  const pulling = { server, nameOf: names, keyVersion: hello.keyVersion, newestKey: deps.newestKey, warn };
  const { changed, restored } = await pullProjects(projects, pulling, parts);
  synced.pulled += changed;
  synced.restored = restored;
  let touched = synced.pulled + (await collectChanges(parts));
  let held: unknown;
  for (const one of projects) {
    if (one.rank === "reader") continue;
    try {
      synced.pushed += await pushProject(one, server, parts);
    } catch (error) {
      // Another member keeps a transaction of this project open. The other projects need not wait for it.
      if (stateOf(error) !== LOCKED) throw error;
      held = error;
    }
  }
  touched += synced.pushed + (await applyPending(parts));
  const handing = { server, hello, projects, nameOf: names, warn };
  const told = await pushHandoffs(handing, parts);
  synced.pushed += told;
  if (told > 0 || deps.isHandoffsKnown !== true) synced.pulled += await pullHandoffs(handing, parts);
  // Counting reads every version: not in a round that changed nothing.
  const isSame = touched === 0 && deps.conflicts !== undefined;
  synced.conflicts = isSame ? (deps.conflicts ?? 0) : (await teamIn(store).teamCounts()).conflicts;
  if (held !== undefined) throw held;
  return synced;
}

/** Only projects that are checked out and shared here. */
async function sharedProjects(
  { store, codec }: TeamParts,
  { hello, server }: SyncDeps,
): Promise<SharedProject[]> {
  const wanted = new Set((await teamIn(store).teamFolders()).map(({ project }) => project));
  const found: SharedProject[] = [];
  for (const project of wanted) {
    const key = codec.projectName(project);
    const known = hello.projects.find((one) => one.key === key);
    if (known !== undefined) found.push({ ...known, project, number: known.id });
    else if (
      hello.member.rank === "maintainer" &&
      (await teamIn(store).teamCursor(project)).mark !== undefined
    ) {
      // A restored backup is older than the project. It is read and filled again with the next round.
      await server.shareProject(key, codec.seal(key, project));
    }
  }
  return found;
}

/** Members' names, asked for once a round and only when a record of another one comes. */
function createNames(server: Pick<TeamServer, "names">): (member: number) => Promise<string> {
  let names: Promise<Map<number, string>> | undefined;
  return async (member) => {
    names ??= server.names().then((all) => new Map(all.map(({ id, name }) => [id, name])));
    return (await names).get(member) ?? `#${member}`;
  };
}

/** One round: sends local changes and fetches remote ones. It can be interrupted after any step without losing anything. */

import { applyPending } from "./apply.ts";
import { collect } from "./collect.ts";
import { pullHandoffs, pushHandoffs } from "./handoffs.ts";
import type { SharedProject, TeamParts, TeamRound } from "./parts.ts";
import { pullProject } from "./pull.ts";
import { pushProject } from "./push.ts";
import { type ReaderNews, readerNews } from "./readers.ts";
import { stateOf } from "./server/errors.ts";
import { teamIn } from "./sql/index.ts";

export interface Synced {
  pushed: number;
  pulled: number;
  /** Projects of which the server had lost changes: a backup was restored. */
  restored: string[];
  news: ReaderNews[];
  /** Records that this member can review, and projects that members requested from this maintainer. */
  waiting: number;
  wishes: number;
}

/** PostgreSQL's code for a lock timeout. */
const LOCKED = "55P03";

/** Finishes the last round first: an older version must not count as a change. */
export async function collectChanges(parts: TeamParts): Promise<void> {
  await applyPending(parts);
  await collect(parts);
}

/** `isHandoffsKnown`: the server's handoffs have not changed since the last read. */
export async function syncRound(
  parts: TeamParts,
  { server, hello }: Pick<TeamRound, "server" | "hello">,
  isHandoffsKnown = false,
): Promise<Synced> {
  const projects = await sharedProjects(parts, { server, hello });
  const round: TeamRound = { server, hello, projects, nameOf: createNames(server) };
  const { waiting, wishes } = hello;
  // First, so that the readers are known before this round sends anything.
  const news = await readerNews(round, parts);
  const synced: Synced = { pushed: 0, pulled: 0, restored: [], news, waiting, wishes };
  // Pulls before pushing: records that others forgot or replaced need not be sent.
  for (const one of projects) {
    const { changed, isRestored } = await pullProject(one, round, parts);
    synced.pulled += changed;
    if (isRestored) synced.restored.push(one.project);
  }
  await collectChanges(parts);
  // A restored backup has an older key: data for the newest key waits until a maintainer's machine creates another.
  const isBehind = hello.keyVersion < parts.codec.keyVersion;
  let held: unknown;
  for (const one of projects) {
    if (one.rank === "reader" || isBehind) continue;
    try {
      synced.pushed += await pushProject(one, server, parts);
    } catch (error) {
      // Another member has an open transaction in this project. The other projects need not wait.
      if (stateOf(error) !== LOCKED) throw error;
      held = error;
    }
  }
  await applyPending(parts);
  const told = isBehind ? 0 : await pushHandoffs(round, parts);
  synced.pushed += told;
  if (told > 0 || !isHandoffsKnown) synced.pulled += await pullHandoffs(round, parts);
  if (held !== undefined) throw held;
  return synced;
}

/** Only projects that are checked out and shared here. */
async function sharedProjects(
  { store, codec }: TeamParts,
  { hello, server }: Pick<TeamRound, "hello" | "server">,
): Promise<SharedProject[]> {
  const wanted = new Set((await teamIn(store).teamFolders()).map(({ project }) => project));
  const found: SharedProject[] = [];
  for (const project of wanted) {
    const key = codec.projectName(project);
    const there = hello.projects.find((one) => one.key === key);
    if (there !== undefined) found.push({ ...there, project, number: there.id });
    else if (
      hello.member.rank === "maintainer" &&
      (await teamIn(store).teamCursor(project)).mark !== undefined
    ) {
      // The restored backup is older than the project. The next round reads and fills the project again.
      await server.shareProject(key, codec.seal(key, project));
    }
  }
  return found;
}

/** Members' names, queried at most once per round, and only for another member's record. */
function createNames(server: TeamRound["server"]): (member: number) => Promise<string> {
  let names: Promise<Map<number, string>> | undefined;
  return async (member) => {
    names ??= server.names().then((all) => new Map(all.map(({ id, name }) => [id, name])));
    return (await names).get(member) ?? `#${member}`;
  };
}

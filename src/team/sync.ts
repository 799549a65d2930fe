/** One round: sends local changes and fetches remote ones. It can be interrupted after any step without losing anything. */

import { applyPending } from "./apply.ts";
import { collect } from "./collect.ts";
import { type HandoffDeps, pullHandoffs, pushHandoffs } from "./handoffs.ts";
import type { TeamParts } from "./parts.ts";
import { type PulledProject, pullProjects } from "./pull.ts";
import { pushProject } from "./push.ts";
import { HANDOFF_VERSION } from "./server/handoff-server.ts";
import { BRIEF_VERSION, type Hello, type TeamServer } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";

export interface Synced {
  pushed: number;
  pulled: number;
  /** Records of which people changed different versions, altogether. */
  conflicts: number;
}

interface SyncDeps {
  server: Pick<TeamServer, "push" | "pull" | "members" | "names"> & HandoffDeps["server"];
  hello: Hello;
  /** The server's handoffs are those that were read last. */
  isHandoffsKnown?: boolean;
  /** As many as after the last round, if nothing has changed since. */
  conflicts?: number;
  warn(message: string, about: object): void;
}

/** What was left of the last round first: an older version must not be taken for a change. How many records it touched. */
export async function collectChanges(parts: TeamParts): Promise<number> {
  const applied = await applyPending(parts);
  return applied + (await collect(parts));
}

export async function syncRound(parts: TeamParts, deps: SyncDeps): Promise<Synced> {
  const { server, hello, warn } = deps;
  const { store, codec } = parts;
  const projects = await sharedProjects(parts, hello);
  const names = createNames(server, hello);
  const synced: Synced = { pushed: 0, pulled: 0, conflicts: 0 };
  // Pulled first: what others forgot or replaced need not be sent.
  synced.pulled += await pullProjects(
    projects,
    { server, nameOf: names, keyVersion: hello.keyVersion, warn },
    parts,
  );
  let touched = synced.pulled + (await collectChanges(parts));
  for (const { project, number } of projects) {
    const rank = hello.projects.find(({ key }) => key === codec.projectName(project))?.rank;
    if (rank !== "reader") synced.pushed += await pushProject(project, number, server, parts);
  }
  touched += synced.pushed + (await applyPending(parts));
  if (hello.version >= HANDOFF_VERSION) {
    const handing = { server, hello, projects, nameOf: names, warn };
    const told = await pushHandoffs(handing, parts);
    synced.pushed += told;
    if (told > 0 || deps.isHandoffsKnown !== true) synced.pulled += await pullHandoffs(handing, parts);
  }
  // Counting reads every version: not in a round that changed nothing.
  const isSame = touched === 0 && deps.conflicts !== undefined;
  synced.conflicts = isSame ? (deps.conflicts ?? 0) : (await teamIn(store).teamCounts()).conflicts;
  return synced;
}

/** Only projects that are checked out and shared here. */
async function sharedProjects({ store, codec }: TeamParts, hello: Hello): Promise<PulledProject[]> {
  const wanted = new Set((await teamIn(store).teamFolders()).map(({ project }) => project));
  return [...wanted].flatMap((project) => {
    const known = hello.projects.find(({ key }) => key === codec.projectName(project));
    return known === undefined ? [] : [{ project, number: known.id, seq: known.seq }];
  });
}

/** Members' names, asked for once a round and only when a record of another one comes. */
function createNames(
  server: Pick<TeamServer, "members" | "names">,
  { version }: Hello,
): (member: number) => Promise<string> {
  let names: Promise<Map<number, string>> | undefined;
  return async (member) => {
    names ??= (version >= BRIEF_VERSION ? server.names() : server.members()).then(
      (all) => new Map(all.map(({ id, name }) => [id, name])),
    );
    return (await names).get(member) ?? `#${member}`;
  };
}

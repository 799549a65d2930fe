/** The readers of a project, and changes since this machine last checked. */
import type { TeamParts, TeamRound } from "./parts.ts";
import type { TeamServer } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";

export interface ReaderNews {
  at: number;
  project: string;
  /** New readers, and former ones. */
  added: string[];
  gone: string[];
}

/** The team's members and open invitations, as people see them. */
export async function listMembers(server: Pick<TeamServer, "members">) {
  const all = (await server.members()).filter(({ isRemoved }) => !isRemoved);
  return all.map(({ name, rank, joinedAt, invitedUntil, projects }) => ({
    ...{ name, role: rank, projects: projects.length, joinedAt },
    invitedUntil: joinedAt === undefined ? invitedUntil : undefined,
  }));
}

/** Names of a project's readers, by its number on the server. */
export async function readersOf(server: Pick<TeamServer, "members">, number: number): Promise<string[]> {
  const all = (await server.members()).filter((one) => !one.isRemoved && one.projects.includes(number));
  return all.map(({ name }) => name).sort();
}

/** Asks the server for names only if its list has changed since the last time. */
export async function readerNews(
  { projects, server }: TeamRound,
  { store, member, now }: TeamParts,
): Promise<ReaderNews[]> {
  const news: ReaderNews[] = [];
  for (const { project, number, readers } of projects) {
    const known = await teamIn(store).teamReaders(project);
    if (known?.mark === readers) continue;
    const names = await readersOf(server, number);
    await teamIn(store).saveTeamReaders({ project, mark: readers, names });
    if (known === undefined) continue;
    const added = names.filter((name) => !known.names.includes(name) && name !== member.name);
    const gone = known.names.filter((name) => !names.includes(name));
    if (added.length + gone.length > 0) news.push({ at: now(), project, added, gone });
  }
  return news;
}

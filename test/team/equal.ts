/** Whether all machines of a team and its server have the same records. */

import { covers, type SeenVersions } from "../../src/team/records/seen.ts";
import { teamIn } from "../../src/team/sql/index.ts";
import type { TeamHome } from "./team-home.ts";

interface Version {
  id: string;
  rev: string;
  seen: SeenVersions;
}

export interface Server {
  versions: Version[];
  forgotten: Set<string>;
}

export async function readServer(url: string, project: string): Promise<Server> {
  const sql = new Bun.SQL(url, { prepare: false, max: 1 });
  try {
    const rows = (await sql.unsafe(
      "select r.id, r.rev, r.seen, r.state from pawl.record r join pawl.project p on p.id = r.project where p.key = $1",
      [project],
    )) as (Version & { state: string })[];
    return {
      versions: rows
        .filter(({ state }) => state !== "forgotten")
        .map(({ id, rev, seen }) => ({ id, rev, seen })),
      forgotten: new Set(rows.filter(({ state }) => state === "forgotten").map(({ id }) => id)),
    };
  } finally {
    await sql.close();
  }
}

const names = (versions: readonly Version[]) => versions.map(({ id, rev }) => `${id} ${rev}`).sort();

export interface Difference {
  home: number;
  missing: string[];
  extra: string[];
}

export async function differences(
  homes: readonly TeamHome[],
  project: string,
  server: Server,
): Promise<Difference[]> {
  const wanted = names(server.versions);
  const found: Difference[] = [];
  for (const [home, { store }] of homes.entries()) {
    const own = names(await teamIn(store).listTeamHeads({ project, limit: 1_000_000 }));
    const missing = wanted.filter((name) => !own.includes(name));
    const extra = own.filter((name) => !wanted.includes(name));
    if (missing.length + extra.length > 0) found.push({ home, missing, extra });
  }
  return found;
}

/** Versions that neither stand on the server nor were replaced by one that had seen them, nor forgotten. */
export function lost(made: readonly Version[], server: Server): Version[] {
  const byId = Map.groupBy(server.versions, ({ id }) => id);
  return made.filter(
    ({ id, seen }) =>
      !server.forgotten.has(id) && !(byId.get(id) ?? []).some((version) => covers(version.seen, seen)),
  );
}

/** Everything that the outbox holds was made here and is known to nobody else. */
export async function noteMade(home: TeamHome, made: Map<string, Version>): Promise<void> {
  for (const { project, id, rev, op } of await teamIn(home.store).teamOutbox({ limit: 1_000_000 })) {
    if (op === "forget" || made.has(`${id} ${rev}`)) continue;
    const head = (await teamIn(home.store).teamHeads({ project, id })).find((one) => one.rev === rev);
    if (head !== undefined) made.set(`${id} ${rev}`, { id, rev, seen: head.seen });
  }
}

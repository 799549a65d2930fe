/** Reads what the team's database has since last time, in the order of its numbers, and keeps it. */

import { PawlError } from "../platform/errors.ts";
import { hashOf, parseBody } from "./bodies.ts";
import type { TeamParts } from "./parts.ts";
import { placeOf } from "./push.ts";
import type { RecordRow, TeamServer } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";
import type { Pulled } from "./sql/types.ts";

const PAGE = 500;

export interface PulledProject {
  /** On every machine. */
  project: string;
  /** On the server. */
  number: number;
  /** The last number that the server gave. */
  seq: number;
}

interface PullDeps {
  server: Pick<TeamServer, "pull">;
  nameOf(member: number): Promise<string>;
  /** The newest that the server knows. */
  keyVersion: number;
  warn(message: string, about: object): void;
}

/** How many records changed. */
export async function pullProjects(
  projects: readonly PulledProject[],
  deps: PullDeps,
  parts: TeamParts,
): Promise<number> {
  const { store } = parts;
  let changed = 0;
  let open: { one: PulledProject; after: number }[] = [];
  for (const one of projects) {
    const cursor = await teamIn(store).teamCursor(one.project);
    // The server was restored from a copy: its numbers begin anew, so everything is read again.
    const after = cursor > one.seq ? 0 : cursor;
    if (after < one.seq) open.push({ one, after });
    else if (cursor > one.seq) await teamIn(store).saveTeamCursor(one.project, after);
  }
  while (open.length > 0) {
    const rows = await deps.server.pull(
      open.map(({ one, after }) => ({ project: one.number, after })),
      PAGE,
    );
    const next: typeof open = [];
    for (const { one, after } of open) {
      const own = rows.filter(({ project }) => project === one.number);
      const last = own.at(-1)?.seq;
      // All up to the number that the server named were there to be read.
      const isWhole = own.length < PAGE || last === undefined;
      const cursor = isWhole ? Math.max(last ?? after, one.seq) : last;
      changed += await teamIn(store).applyPulled(one.project, await toPulled(own, one, deps, parts), cursor);
      if (!isWhole) next.push({ one, after: last });
    }
    open = next;
  }
  return changed;
}

async function toPulled(
  rows: readonly RecordRow[],
  { project }: PulledProject,
  deps: PullDeps,
  parts: TeamParts,
): Promise<Pulled[]> {
  const pulled: Pulled[] = [];
  for (const row of rows) {
    const one = await toOne(row, project, deps, parts);
    if (one !== undefined) pulled.push(one);
  }
  return pulled;
}

async function toOne(
  row: RecordRow,
  project: string,
  { nameOf, keyVersion, warn }: PullDeps,
  { codec, redact, member }: TeamParts,
): Promise<Pulled | undefined> {
  const { id, rev, seen, at } = row;
  if (row.state === "forgotten" || row.body === null) return { state: "forgotten", project, id };
  let text: string;
  try {
    text = codec.open(placeOf(row, codec.projectName(project)), row.body, row.keyVersion);
  } catch (error) {
    // A forged record must not keep the others from coming; a missing key has to come first, if the team has it.
    const isForged = error instanceof PawlError && error.code === "team_forged";
    if (!isForged && row.keyVersion <= keyVersion) throw error;
    warn("a record of the team was left out", { error, id });
    return undefined;
  }
  const body = parseBody(text, redact);
  if (body === undefined) {
    warn("a record of the team is of a kind that this version does not know", { id });
    return undefined;
  }
  const author = row.author === member.id ? "" : await nameOf(row.author);
  const content = { kind: body.kind, hash: hashOf(body), body: JSON.stringify(body) };
  return { state: "shared", project, id, rev, author, at: Math.round(at), seen, ...content };
}

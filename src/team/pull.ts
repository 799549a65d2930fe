/** Reads what the team's database has since last time, in the order of its numbers, and keeps it. */

import { PawlError } from "../platform/errors.ts";
import { hashOf, parseBody } from "./bodies.ts";
import type { Codec } from "./codec.ts";
import type { SharedProject, TeamParts } from "./parts.ts";
import { placeOf } from "./push.ts";
import type { RecordRow, TeamServer } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";
import type { Pulled } from "./sql/types.ts";

const PAGE = 500;

interface PullDeps {
  server: Pick<TeamServer, "pull" | "members">;
  nameOf(member: number): Promise<string>;
  /** The newest that the server named at the beginning of the round. */
  keyVersion: number;
  newestKey(): Promise<number>;
  warn(message: string, about: object): void;
}

/** How many records changed, and of which projects the server had lost what this machine has seen. */
export async function pullProjects(
  projects: readonly SharedProject[],
  deps: PullDeps,
  parts: TeamParts,
): Promise<{ changed: number; restored: string[] }> {
  const { store } = parts;
  let changed = 0;
  const restored: string[] = [];
  let open: { one: SharedProject; after: number }[] = [];
  for (const one of projects) {
    const { seq, mark } = await teamIn(store).teamCursor(one.project);
    let after = seq;
    // Another history than the one that was read here: a backup was restored. Read all of it, and offer what it lost.
    if (mark !== undefined && !one.isKnown) {
      const members = (await deps.server.members()).filter(({ isRemoved }) => !isRemoved);
      const names = members.map(({ name }) => name);
      await teamIn(store).offerTeamAgain(one.project, names, parts.now());
      restored.push(one.project);
      after = 0;
    }
    if (mark !== one.mark)
      await teamIn(store).saveTeamTop(one.project, { after, seq: one.seq, mark: one.mark });
    if (after < one.seq) open.push({ one, after });
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
  return { changed, restored };
}

/** The text of a row that has one. */
export function openRow(row: RecordRow, key: string, codec: Codec): string {
  const bytes = Buffer.from(row.body ?? "", codec.keyVersion === 0 ? "utf8" : "base64");
  return codec.open(placeOf(row, key), bytes, row.keyVersion);
}

async function toPulled(
  rows: readonly RecordRow[],
  { project }: SharedProject,
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
  { nameOf, keyVersion, newestKey, warn }: PullDeps,
  { codec, redact, member }: TeamParts,
): Promise<Pulled | undefined> {
  const { id, rev, seen, at } = row;
  if (row.body === null) return { state: "forgotten", project, id, rev };
  let text: string;
  try {
    text = openRow(row, codec.projectName(project), codec);
  } catch (error) {
    // Written with a key that was made during this round: it comes with the next one. Nothing else must stop the others.
    const isToCome = row.keyVersion > keyVersion && row.keyVersion <= (await newestKey());
    if (isToCome || !(error instanceof PawlError)) throw error;
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

/** Reads and stores all changes in the team's database since the last time, in the order of their numbers. */

import { PawlError } from "../platform/errors.ts";
import { hashOf, parseBody } from "./bodies.ts";
import type { Codec } from "./codec.ts";
import { freeMemory, type SharedProject, type TeamParts, type TeamRound } from "./parts.ts";
import { recordPlace } from "./push.ts";
import type { RecordRow } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";
import type { Pulled } from "./sql/types.ts";

const PAGE = 500;

/** Returns how many records changed, and whether the server had lost changes that this machine has seen. */
export async function pullProject(
  one: SharedProject,
  round: TeamRound,
  parts: TeamParts,
): Promise<{ changed: number; isRestored: boolean }> {
  const team = teamIn(parts.store);
  const { project, number, mark } = one;
  const seen = await team.teamCursor(project);
  // The server's history differs from the one read here: a backup was restored. Read all of it, and offer what it lost.
  const isRestored = seen.mark !== undefined && !one.isKnown;
  if (isRestored) {
    const members = (await round.server.members()).filter(({ isRemoved }) => !isRemoved);
    await team.offerTeamAgain(
      project,
      members.map(({ name }) => name),
      parts.now(),
    );
  }
  let after = isRestored ? 0 : seen.seq;
  if (seen.mark !== mark) await team.saveTeamTop(project, { after, seq: one.seq, mark });
  let changed = 0;
  while (after < one.seq) {
    const rows = await round.server.pull(number, after, PAGE);
    const last = rows.at(-1)?.seq ?? after;
    // Everything up to the number that the server named has been read.
    after = rows.length < PAGE ? Math.max(last, one.seq) : last;
    const pulled: Pulled[] = [];
    for (const row of rows) pulled.push(...(await toPulled(row, project, round, parts)));
    changed += await team.applyPulled(project, pulled, after);
    if (rows.length === PAGE) freeMemory();
  }
  return { changed, isRestored };
}

/** The text of a row, if it has one. */
export function openRow(row: RecordRow, key: string, codec: Codec): string {
  const bytes = Buffer.from(row.body ?? "", codec.keyVersion === 0 ? "utf8" : "base64");
  return codec.open(recordPlace(row, key), bytes, row.keyVersion);
}

/** Empty if the row cannot be read. It must not stop the others. */
async function toPulled(
  row: RecordRow,
  project: string,
  { server, hello, nameOf }: TeamRound,
  { codec, redact, member }: TeamParts,
): Promise<Pulled[]> {
  const { id, rev, seen, at, keyVersion } = row;
  if (row.body === null) return [{ state: "forgotten", project, id, rev }];
  let text: string;
  try {
    text = openRow(row, codec.projectName(project), codec);
  } catch (error) {
    // The key was created during this round, so the next round delivers it.
    const isToCome = keyVersion > hello.keyVersion && keyVersion <= (await server.hello([])).keyVersion;
    if (isToCome || !(error instanceof PawlError)) throw error;
    return [];
  }
  const body = parseBody(text, redact);
  if (body === undefined) return [];
  const author = row.author === member.id ? "" : await nameOf(row.author);
  const content = { kind: body.kind, hash: hashOf(body), body: JSON.stringify(body) };
  return [{ state: "shared", project, id, rev, author, at: Math.round(at), seen, ...content }];
}

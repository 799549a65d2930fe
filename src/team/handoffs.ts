/**
 * Handoffs in transit: outgoing ones, those taken or withdrawn here, and those for this member. Each is sent and read once,
 * even if a round is interrupted: both sides identify a handoff by its id, and a taken one never waits again.
 */

import { PawlError } from "../platform/errors.ts";
import { type Handoff, handoffSchema, mapTexts } from "../work/workflow/handoff.ts";
import { forgetForGood } from "./forget-for-good.ts";
import type { TeamParts, TeamRound } from "./parts.ts";
import type { HandoffRow, Member } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamHandoff } from "./sql/types.ts";

/** Binds a sealed handoff to its author and receiver, so that it opens for no other member and under no other name. */
const placeOf = (key: string, { id, author, receiver }: Pick<HandoffRow, "id" | "author" | "receiver">) =>
  `${key}\nhandoff\n${id}\n${author}\n${receiver ?? ""}`;

/** Returns how many handoffs were sent to the server. */
export async function pushHandoffs(round: TeamRound, parts: TeamParts): Promise<number> {
  const { store } = parts;
  const untold = (await teamIn(store).teamHandoffs({ untold: true })).toReversed();
  let members: Member[] | undefined;
  let told = 0;
  for (const one of untold) {
    const number = round.projects.find(({ project }) => project === one.project)?.number;
    // Its folder is not shared at the moment.
    if (number === undefined) continue;
    const name = { project: number, id: one.id };
    if (one.state === "leaving") {
      members ??= one.name === "" ? undefined : await round.server.members();
      const state = await send(one, number, members, round, parts);
      await teamIn(store).changeTeamHandoff(one, "leaving", { state, untold: false });
    } else {
      if (one.state === "withdrawn") await round.server.withdrawHandoff(name);
      else await round.server.takeHandoff(name, one.taken[0]?.at ?? parts.now());
      await teamIn(store).changeTeamHandoff(one, one.state, { state: one.state, untold: false });
    }
    told++;
  }
  return told;
}

async function send(
  one: TeamHandoff,
  project: number,
  members: readonly Member[] = [],
  { server, hello }: TeamRound,
  { codec, member }: TeamParts,
): Promise<"sent" | "refused"> {
  const rank = hello.projects.find(({ id }) => id === project)?.rank;
  const named = one.name === "" ? null : receiverOf(one.name, project, members);
  if (rank === "reader" || named === undefined || one.body === undefined) return "refused";
  const { id, at } = one;
  const receiver = named?.id ?? null;
  const place = placeOf(codec.projectName(one.project), { id, author: member.id, receiver });
  let body: Uint8Array;
  try {
    body = named === null ? codec.seal(place, one.body) : codec.sealFor(named, place, one.body);
  } catch (error) {
    // The server names a key that no member vouches for. The key's holder could read this handoff.
    if (!(error instanceof PawlError) || error.code !== "team_forged") throw error;
    return "refused";
  }
  const answer = await server.handOver({ project, id, receiver, at, keyVersion: codec.keyVersion, body });
  return answer === "refused" ? "refused" : "sent";
}

function receiverOf(name: string, project: number, members: readonly Member[]): Member | undefined {
  const wanted = name.toLowerCase();
  return members.find(
    (one) => !one.isRemoved && one.projects.includes(project) && one.name.toLowerCase() === wanted,
  );
}

/** Returns how many arrived, were taken or are gone. */
export async function pullHandoffs(round: TeamRound, parts: TeamParts): Promise<number> {
  const { store } = parts;
  const rows = await round.server.handoffs(parts.member.id);
  const known = new Map(
    (await teamIn(store).teamHandoffs()).map((one) => [`${one.project}\n${one.id}`, one]),
  );
  let changed = 0;
  let isGone = false;
  for (const { project, number } of round.projects) {
    for (const row of rows.filter((one) => one.project === number)) {
      const local = known.get(`${project}\n${row.id}`);
      if (row.author === parts.member.id) {
        if (await noteTaken(row, local, round, parts)) changed++;
      } else if (row.body === null || row.taken.some(({ member }) => member === parts.member.id)) {
        // Withdrawn, or taken by an earlier store of this machine.
        if (local?.state !== "waiting") continue;
        await teamIn(store).dropTeamHandoff(local);
        isGone = true;
        changed++;
      } else if (local === undefined && (await arrive(row, project, round, parts))) changed++;
    }
  }
  if (isGone) await forgetForGood(store, []);
  return changed;
}

/** One's own: who took it. */
async function noteTaken(
  row: HandoffRow,
  local: TeamHandoff | undefined,
  { nameOf }: TeamRound,
  { store }: TeamParts,
): Promise<boolean> {
  // From an earlier store of this machine, or without news.
  if (local?.state !== "sent" || local.taken.length === row.taken.length) return false;
  const taken: TeamHandoff["taken"] = [];
  for (const { member, at } of row.taken) taken.push({ name: await nameOf(member), at: Math.round(at) });
  return teamIn(store).changeTeamHandoff(local, "sent", { state: "sent", untold: false, taken });
}

/** A handoff that this version does not understand is read again after an update. */
async function arrive(
  row: HandoffRow,
  project: string,
  round: TeamRound,
  parts: TeamParts,
): Promise<boolean> {
  const handoff = openHandoff(row, project, parts);
  if (handoff === undefined) return false;
  const name = await round.nameOf(row.author);
  const at = Math.round(row.at);
  return teamIn(parts.store).addTeamHandoff({
    ...{ project, id: row.id, way: "in", name, session: "", at, state: "waiting", taken: [] },
    // The author and the time come from the server, not from the text.
    body: JSON.stringify({ ...handoff, from: name, at }),
  });
}

/** Undefined for a format that this version does not understand, or for text without the team's key. */
function openHandoff(row: HandoffRow, project: string, { codec, redact }: TeamParts): Handoff | undefined {
  try {
    const open = row.receiver === null ? codec.open : codec.openSealed;
    const text = open(placeOf(codec.projectName(project), row), row.body ?? new Uint8Array(), row.keyVersion);
    const read = handoffSchema.safeParse(JSON.parse(text));
    return read.success ? mapTexts(read.data, (one) => redact.text(one)) : undefined;
  } catch (error) {
    // The missing key has to arrive first.
    if (error instanceof PawlError && error.code !== "team_forged") throw error;
    return undefined;
  }
}

/**
 * Handoffs on their way: what leaves, what was taken or taken back here, what came for this member. Each is sent once and
 * read once, however often a round is cut: both sides know a handoff by its id, and a taken one never waits again.
 */

import { PawlError } from "../platform/errors.ts";
import { type Handoff, handoffSchema, mapTexts } from "../work/workflow/handoff.ts";
import { forgetForGood } from "./forget-for-good.ts";
import type { SharedProject, TeamParts } from "./parts.ts";
import type { HandoffRow, Hello, Member, TeamServer } from "./server/team-server.ts";
import { teamIn } from "./sql/index.ts";
import type { TeamHandoff } from "./sql/types.ts";

const AT_ONCE = 200;
const MOST = 10_000;

export interface HandoffDeps {
  server: Pick<TeamServer, "handOver" | "takeHandoff" | "withdrawHandoff" | "handoffs" | "members">;
  hello: Hello;
  projects: readonly SharedProject[];
  nameOf(member: number): Promise<string>;
  warn(message: string, about: object): void;
}

/** What a sealed handoff is bound to: it opens in nobody else's name and for nobody else. */
const placeOf = (key: string, { id, author, receiver }: Pick<HandoffRow, "id" | "author" | "receiver">) =>
  `${key}\nhandoff\n${id}\n${author}\n${receiver ?? ""}`;

/** How many the server was told of. */
export async function pushHandoffs(deps: HandoffDeps, parts: TeamParts): Promise<number> {
  const { store } = parts;
  const untold = (await teamIn(store).teamHandoffs({ untold: true, limit: AT_ONCE })).toReversed();
  let members: Member[] | undefined;
  let told = 0;
  for (const one of untold) {
    const number = deps.projects.find(({ project }) => project === one.project)?.number;
    // Its folder is not shared at the moment.
    if (number === undefined) continue;
    const name = { project: number, id: one.id };
    if (one.state === "leaving") {
      members ??= one.name === "" ? undefined : await deps.server.members();
      const state = await send(one, number, members, deps, parts);
      await teamIn(store).changeTeamHandoff(one, "leaving", { state, untold: false });
    } else {
      if (one.state === "withdrawn") await deps.server.withdrawHandoff(name);
      else await deps.server.takeHandoff(name, one.taken[0]?.at ?? parts.now());
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
  { server, hello, warn }: HandoffDeps,
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
    // The server names a key that no member vouches for: whoever has it would read this.
    if (!(error instanceof PawlError) || error.code !== "team_forged") throw error;
    warn("a handoff was not sent", { error, id });
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

/** How many came, were taken, or are gone. */
export async function pullHandoffs(deps: HandoffDeps, parts: TeamParts): Promise<number> {
  const { store } = parts;
  const rows = await deps.server.handoffs(parts.member.id);
  const known = new Map(
    (await teamIn(store).teamHandoffs({ limit: MOST })).map((one) => [`${one.project}\n${one.id}`, one]),
  );
  let changed = 0;
  let isGone = false;
  for (const { project, number } of deps.projects) {
    for (const row of rows.filter((one) => one.project === number)) {
      const local = known.get(`${project}\n${row.id}`);
      if (row.author === parts.member.id) {
        changed += await noteTaken(row, project, local, deps, parts);
      } else if (row.body === null || row.taken.some(({ member }) => member === parts.member.id)) {
        // Taken back, or taken by an earlier store of this machine.
        if (local?.state !== "waiting") continue;
        await teamIn(store).dropTeamHandoff(local);
        isGone = true;
        changed++;
      } else if (await arrive(row, project, local, deps, parts)) changed++;
    }
  }
  if (isGone) await forgetForGood(store, []);
  return changed;
}

/** One's own: who took it. */
async function noteTaken(
  row: HandoffRow,
  project: string,
  local: TeamHandoff | undefined,
  { nameOf }: HandoffDeps,
  { store }: TeamParts,
): Promise<number> {
  const taken: TeamHandoff["taken"] = [];
  for (const { member, at } of row.taken) taken.push({ name: await nameOf(member), at: Math.round(at) });
  if (local === undefined) {
    // Sent from an earlier store of this machine.
    const name = row.receiver === null ? "" : await nameOf(row.receiver);
    const { id, at } = row;
    const handoff = {
      project,
      id,
      way: "out",
      name,
      session: "",
      at: Math.round(at),
      state: "sent",
    } as const;
    return (await teamIn(store).addTeamHandoff({ ...handoff, taken })) ? 1 : 0;
  }
  if (local.taken.length === taken.length || local.state !== "sent") return 0;
  return (await teamIn(store).changeTeamHandoff(local, "sent", { state: "sent", untold: false, taken }))
    ? 1
    : 0;
}

async function arrive(
  row: HandoffRow,
  project: string,
  local: TeamHandoff | undefined,
  deps: HandoffDeps,
  parts: TeamParts,
): Promise<boolean> {
  // One that an older Pawl could not read waits without its content.
  const isUnread = local?.state === "waiting" && local.body === undefined;
  if (local !== undefined && !isUnread) return false;
  const name = await deps.nameOf(row.author);
  const handoff = openHandoff(row, project, deps, parts);
  if (handoff === undefined && isUnread) return false;
  if (local !== undefined) await teamIn(parts.store).dropTeamHandoff(local);
  const at = Math.round(row.at);
  // Who wrote it and when is what the server says, not what the text says.
  const body = handoff && JSON.stringify({ ...handoff, from: name, at });
  return teamIn(parts.store).addTeamHandoff({
    project,
    id: row.id,
    way: "in",
    name,
    session: "",
    at,
    state: "waiting",
    taken: [],
    ...(body === undefined ? {} : { body }),
  });
}

/** Undefined for what this version does not understand, or what was not written with the team's key. */
function openHandoff(
  row: HandoffRow,
  project: string,
  { warn }: HandoffDeps,
  { codec, redact }: TeamParts,
): Handoff | undefined {
  try {
    const open = row.receiver === null ? codec.open : codec.openSealed;
    const text = open(placeOf(codec.projectName(project), row), row.body ?? new Uint8Array(), row.keyVersion);
    const read = handoffSchema.safeParse(JSON.parse(text));
    return read.success ? mapTexts(read.data, (one) => redact.text(one)) : undefined;
  } catch (error) {
    // A missing key has to come first.
    if (error instanceof PawlError && error.code !== "team_forged") throw error;
    warn("a handoff of the team was left out", { error, id: row.id });
    return undefined;
  }
}

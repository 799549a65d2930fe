/** `pawl handoff` through the team: puts a handoff into the outbox, lists handoffs, takes one back. */

import { formatTime, systemClock } from "../../platform/clock.ts";
import { PawlError, toMessage } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import type { OpenTeam } from "../../team/open.ts";
import { runSync } from "../../team/run-sync.ts";
import { teamIn } from "../../team/sql/index.ts";
import type { TeamHandoff } from "../../team/sql/types.ts";
import type { Handoff } from "../../work/workflow/handoff.ts";
import type { CommandInput } from "../command.ts";
import { withStore } from "../open-store.ts";
import { bold, plain, print } from "../output.ts";
import { words } from "../words.ts";
import { refuseExcluded, withTeam } from "./open.ts";
import { SYNC_WAIT_MS } from "./state.ts";

interface Leaving {
  handoff: Handoff;
  /** Its id on this machine. */
  session: string;
  /** In the team. */
  project: string;
  /** Empty: every member of the project. */
  to: string;
}

export async function handOver(leaving: Leaving, input: CommandInput): Promise<number> {
  const say = words.handoff;
  const { handoff, session, project, to } = leaving;
  return withTeam(async (team, store) => {
    const { teamFolders, teamHandoffs, addTeamHandoff } = teamIn(store);
    refuseExcluded((await teamFolders()).find((one) => one.project === project)?.folder ?? "");
    const id = crypto.randomUUID();
    const body = JSON.stringify(handoff);
    const made = { project, id, way: "out", name: to, session, at: handoff.at, state: "leaving" } as const;
    await addTeamHandoff({ ...made, taken: [], body });
    const problem = await syncNow(team);
    const stored = (await teamHandoffs()).find((one) => one.id === id);
    const state = stored?.state ?? "leaving";
    if (state === "refused")
      throw new PawlError("team_no_receiver", say.refused(to), { hint: say.refusedHint });
    const sent = to === "" ? say.sentAll : say.sent(to);
    const sentence = state === "sent" ? sent : say.waits(problem ?? say.older);
    return input.answer({ id, to: to === "" ? null : to, state }, sentence);
  });
}

/** Returns the error, if any. The next round then sends it. */
async function syncNow(team: OpenTeam): Promise<string | undefined> {
  try {
    await runSync(team, pawlHome(), { now: systemClock, waitMs: SYNC_WAIT_MS });
    return undefined;
  } catch (error) {
    return toMessage(error);
  }
}

/** Lists only what this machine has, without the server. */
export async function listHandoffs(input: CommandInput): Promise<number> {
  const say = words.handoff;
  const handoffs = (await withStore((store) => teamIn(store).teamHandoffs())).slice(0, 50);
  return input.answer({ handoffs: handoffs.map(({ body: _, ...handoff }) => handoff) }, () => {
    if (handoffs.length === 0) print(say.none);
    for (const one of handoffs) {
      const { id, at, way, name } = one;
      const who = way === "in" ? say.from(name) : name === "" ? say.toAll : say.to(name);
      print(plain(`${bold(id.slice(0, 8))}  ${formatTime(at)}  ${who}  ${stateOf(one)}`));
    }
  });
}

function stateOf({ state, taken }: TeamHandoff): string {
  const say = words.handoff.states;
  if (state === "taken") return say.taken(formatTime(taken[0]?.at ?? 0));
  if (state === "sent" && taken.length > 0)
    return taken.map(({ name, at }) => say.takenBy(name, formatTime(at))).join(", ");
  return say[state];
}

/** The content is deleted from the server and from every machine whose session has not used it yet. */
export async function withdraw(wanted: string): Promise<number> {
  const say = words.handoff;
  return withTeam(async (team, store) => {
    const { teamHandoffs, changeTeamHandoff } = teamIn(store);
    const isOut = ({ way, state }: TeamHandoff) => way === "out" && (state === "sent" || state === "leaving");
    const found = (await teamHandoffs()).filter(
      (one) => isOut(one) && one.id.startsWith(wanted) && wanted !== "",
    );
    const [one] = found;
    if (one === undefined || found.length > 1)
      throw new PawlError("handoff_unknown", say.unknown(wanted), { hint: say.unknownHint });
    await changeTeamHandoff(one, one.state, { state: "withdrawn", untold: true });
    const problem = await syncNow(team);
    print(problem === undefined ? say.withdrawn : say.waits(problem));
    return 0;
  });
}

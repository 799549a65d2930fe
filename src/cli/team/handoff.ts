/** `pawl handoff` through the team: into the outbox, its list, and taking it back. */

import { formatTime, systemClock } from "../../platform/clock.ts";
import { PawlError, toMessage } from "../../platform/errors.ts";
import { pawlHome } from "../../platform/paths.ts";
import type { Store } from "../../store/store.ts";
import type { OpenTeam } from "../../team/open.ts";
import { runSync } from "../../team/run-sync.ts";
import { teamIn } from "../../team/sql/index.ts";
import type { TeamHandoff } from "../../team/sql/types.ts";
import type { Handoff } from "../../work/workflow/handoff.ts";
import type { CommandInput } from "../command.ts";
import { withStore } from "../open-store.ts";
import { bold, plain, print, printJson } from "../output.ts";
import { words } from "../words.ts";
import { excluded, withTeam } from "./open.ts";

const WAIT_MS = 30_000;
const MOST = 1000;
const SHOWN = 50;

interface Leaving {
  handoff: Handoff;
  /** Its id on this machine. */
  session: string;
  /** In the team. */
  project: string;
  /** Empty: every member of the project. */
  to: string;
}

export async function handOver({ handoff, session, project, to }: Leaving, isJson: boolean): Promise<number> {
  return withTeam(async (team, store) => {
    const folder = (await teamIn(store).teamFolders()).find((one) => one.project === project)?.folder ?? "";
    if (excluded()(folder)) {
      throw new PawlError("team_excluded", words.team.excluded(folder), { hint: words.team.excludedHint });
    }
    const id = crypto.randomUUID();
    const body = JSON.stringify(handoff);
    const made = { project, id, way: "out", name: to, session, at: handoff.at, state: "leaving" } as const;
    await teamIn(store).addTeamHandoff({ ...made, taken: [], body });
    const problem = await syncNow(team);
    const state = (await find(store, id))?.state ?? "leaving";
    if (state === "refused") {
      throw new PawlError("team_no_receiver", words.handoff.refused(to), { hint: words.handoff.refusedHint });
    }
    if (isJson) printJson({ id, to: to === "" ? null : to, state });
    else if (state === "sent") print(to === "" ? words.handoff.sentAll : words.handoff.sent(to));
    else print(words.handoff.waits(problem ?? words.handoff.older));
    return 0;
  });
}

/** Why it did not work, if so: it goes with the next round then. */
async function syncNow(team: OpenTeam): Promise<string | undefined> {
  try {
    await runSync(team, pawlHome(), { now: systemClock, waitMs: WAIT_MS });
    return undefined;
  } catch (error) {
    return toMessage(error);
  }
}

async function find(store: Store, id: string): Promise<TeamHandoff | undefined> {
  return (await teamIn(store).teamHandoffs({ limit: MOST })).find((one) => one.id === id);
}

/** Of this machine alone: the server is not asked. */
export async function list({ values }: CommandInput): Promise<number> {
  const handoffs = await withStore((store) => teamIn(store).teamHandoffs({ limit: SHOWN }));
  if (values.json === true) {
    printJson({ handoffs: handoffs.map(({ body: _, ...handoff }) => handoff) });
    return 0;
  }
  if (handoffs.length === 0) print(words.handoff.none);
  for (const one of handoffs) {
    const { id, at, way, name } = one;
    const receiver = name === "" ? words.handoff.toAll : words.handoff.to(name);
    const who = way === "out" ? receiver : words.handoff.from(name);
    print(plain(`${bold(id.slice(0, 8))}  ${formatTime(at)}  ${who}  ${stateOf(one)}`));
  }
  return 0;
}

function stateOf({ state, way, taken, body }: TeamHandoff): string {
  const say = words.handoff.states;
  const [first] = taken;
  if (way === "in" && state === "waiting" && body === undefined) return say.unreadable;
  if (state === "taken") return say.taken(formatTime(first?.at ?? 0));
  if (state === "sent" && first !== undefined) {
    return taken.map(({ name, at }) => say.takenBy(name, formatTime(at))).join(", ");
  }
  return say[state];
}

/** Content leaves the server, and every machine whose session has not begun with it. */
export async function withdraw(wanted: string): Promise<number> {
  return withTeam(async (team, store) => {
    const found = (await teamIn(store).teamHandoffs({ limit: MOST })).filter(
      ({ id, way, state }) =>
        way === "out" && (state === "sent" || state === "leaving") && id.startsWith(wanted) && wanted !== "",
    );
    const [one] = found;
    if (one === undefined || found.length > 1) {
      throw new PawlError("handoff_unknown", words.handoff.unknown(wanted), {
        hint: words.handoff.unknownHint,
      });
    }
    await teamIn(store).changeTeamHandoff(one, one.state, { state: "withdrawn", untold: true });
    const problem = await syncNow(team);
    print(problem === undefined ? words.handoff.withdrawn : words.handoff.waits(problem));
    return 0;
  });
}

import { titleOf } from "../clients/setups.ts";
import { toDay } from "../history/day/span.ts";
import { toSessionListJson } from "../store/records/json.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { SessionOverview } from "../store/records/records.ts";
import { isRunning } from "../store/records/running.ts";
import { present } from "../store/values.ts";
import { quote } from "../text/quote.ts";
import { clientIn } from "./clients/option.ts";
import { type Command, json, value } from "./command.ts";
import { lookInStore } from "./open-store.ts";
import { bold, dim, green, print, printHanging, sessionMark, tilde } from "./output.ts";
import { sinceIn, timeOfDay, titleOfDay } from "./when.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "sessions [--project DIR] [--client C] [--since D] [--limit N] [--json]",
  example: "pawl sessions --project . --since yesterday",
  options: { ...json, client: value, project: value, since: value, limit: value },
  async run(input) {
    const now = Date.now();
    const filter = present({ project: input.onlyProject(), client: clientIn(input), since: sinceIn(input) });
    const limit = input.limit(50);
    const sessions = await lookInStore((store) => recordsIn(store).sessions({ limit, ...filter }));
    const isFiltered = Object.keys(filter).length > 0;
    return input.answer(toSessionListJson(sessions, now), () => show(sessions, now, isFiltered));
  },
};

function show(sessions: readonly SessionOverview[], now: number, isFiltered: boolean): void {
  if (sessions.length === 0) print(isFiltered ? words.sessions.noneOfThese : words.sessions.none);
  let day = "";
  for (const session of sessions) {
    const own = toDay(session.lastEventAt);
    if (own !== day) print(`${day === "" ? "" : "\n"}${bold(titleOfDay(session.lastEventAt, now))}`);
    day = own;
    showSession(session, now);
  }
}

function showSession(session: SessionOverview, now: number): void {
  const { id, title, startedAt, lastEventAt, client, branch, project } = session;
  const running = isRunning(session, now);
  const isOneDay = toDay(startedAt) === toDay(lastEventAt);
  const about = [
    `${isOneDay ? `${timeOfDay(startedAt)}–` : `${toDay(startedAt)} – `}${timeOfDay(lastEventAt)}`,
    quote(tilde(project), 120),
    ...(branch === undefined ? [] : [quote(branch, 60)]),
    titleOf(client),
    words.sessions.counts(session.prompts, session.observations),
  ].join(" · ");
  const name = title === "" ? dim(words.sessions.untitled) : quote(title, 120);
  printHanging(sessionMark(id, running), name, 2);
  print(`              ${dim(about)}${running ? ` · ${green(words.activity.day.running)}` : ""}`);
}

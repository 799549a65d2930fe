import { resolve } from "node:path";
import { titleOf } from "../clients/setups.ts";
import { toDay } from "../history/day/span.ts";
import { projectRoot } from "../platform/project.ts";
import { toSessionListJson } from "../store/records/json.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { SessionOverview } from "../store/records/records.ts";
import { isRunning } from "../store/records/running.ts";
import { quote } from "../text/quote.ts";
import { clientOption, toClient } from "./clients/option.ts";
import { type Command, json, toLimit, toText } from "./command.ts";
import { titleOfDay } from "./day.ts";
import { lookInStore } from "./open-store.ts";
import { bold, dim, green, print, printHanging, printJson, tilde, yellow } from "./output.ts";
import { timeOfDay, toSince } from "./when.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "sessions [--project DIR] [--client C] [--since D] [--limit N] [--json]",
  example: "pawl sessions --project . --since yesterday",
  options: {
    ...json,
    ...clientOption,
    project: { type: "string" },
    since: { type: "string" },
    limit: { type: "string" },
  },
  async run({ values }) {
    const folder = toText(values.project);
    const client = toText(values.client);
    const now = Date.now();
    const since = toSince("--since", toText(values.since), now);
    const filter = {
      ...(folder === undefined ? {} : { project: projectRoot(resolve(folder)) }),
      ...(client === undefined ? {} : { client: toClient(client) }),
      ...(since === undefined ? {} : { since }),
    };
    const limit = toLimit(values.limit, 50);
    const sessions = await lookInStore((store) => recordsIn(store).sessions({ limit, ...filter }));
    if (values.json === true) printJson(toSessionListJson(sessions, now));
    else show(sessions, now, Object.keys(filter).length > 0);
    return 0;
  },
};

function show(sessions: readonly SessionOverview[], now: number, isFiltered: boolean): void {
  if (sessions.length === 0) print(isFiltered ? words.sessions.noneOfThese : words.sessions.none);
  let day = "";
  for (const session of sessions) {
    const own = toDay(session.lastEventAt);
    if (own !== day)
      print(`${day === "" ? "" : "\n"}${bold(titleOfDay({ day: own, from: session.lastEventAt }, now))}`);
    day = own;
    showSession(session, now);
  }
}

function showSession(session: SessionOverview, now: number): void {
  const { id, title, startedAt, lastEventAt, client, branch, project } = session;
  const running = isRunning(session, now);
  const from =
    toDay(startedAt) === toDay(lastEventAt) ? `${timeOfDay(startedAt)}–` : `${toDay(startedAt)} – `;
  const about = [
    `${from}${timeOfDay(lastEventAt)}`,
    quote(tilde(project), 120),
    ...(branch === undefined ? [] : [quote(branch, 60)]),
    titleOf(client),
    words.sessions.counts(session.prompts, session.observations),
  ].join(" · ");
  const name = title === "" ? dim(words.sessions.untitled) : quote(title, 120);
  printHanging(`${running ? green("●") : dim("○")} ${yellow(id.slice(0, 8))}`, name, 2);
  print(`              ${dim(about)}${running ? ` · ${green(words.activity.day.running)}` : ""}`);
}

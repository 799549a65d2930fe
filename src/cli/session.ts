import { DEFAULT_CLIENT } from "../clients/index.ts";
import { titleOf } from "../clients/setups.ts";
import { summaryLines } from "../history/summary/summarize.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { chooseMessages } from "../locale/index.ts";
import { inProject, subjectOf } from "../memory/records/summary.ts";
import { formatTime } from "../platform/clock.ts";
import { processEnv } from "../platform/env.ts";
import { PawlError } from "../platform/errors.ts";
import { pawlHome } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { toSessionJson } from "../store/records/json.ts";
import { notificationsIn } from "../store/records/notification.ts";
import { recordsIn } from "../store/records/queries.ts";
import type { Observation, Session, SessionRecords } from "../store/records/records.ts";
import { isRunning } from "../store/records/running.ts";
import type { Store } from "../store/store.ts";
import { toInputText } from "../text/input-text.ts";
import { quote } from "../text/quote.ts";
import { type Command, json, UsageError } from "./command.ts";
import { lookInStore } from "./open-store.ts";
import { bold, cyan, dim, green, padTo, plain, print, printHanging, red, tilde } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "session ID [--json]",
  example: "pawl session 29f1af35",
  options: json,
  positionals: 1,
  async run(input) {
    const [id] = input.positionals;
    if (id === undefined) throw new UsageError(words.errors.missingSession, "session ID");
    const records = await lookInStore((store) => findSession(store, id));
    return input.answer(toSessionJson(records, Date.now()), () => show(records));
  },
};

/** By its id or the first characters of it. */
export async function findSession(store: Store, given: string): Promise<SessionRecords> {
  const records = await recordsIn(store).session((await wholeId(store, given)) ?? given);
  if (records !== undefined) return records;
  const { sessionUnknown, sessionUnknownHint: hint } = words.errors;
  throw new PawlError("session_unknown", sessionUnknown(given), { hint });
}

/** Undefined if no session's id begins like this; throws if several do. */
export async function wholeId(store: Store, given: string): Promise<string | undefined> {
  const [first, second] = await recordsIn(store).sessionIdsLike(given, 2);
  if (second === undefined || first === given) return first;
  const { sessionAmbiguous, sessionAmbiguousHint: hint } = words.errors;
  throw new PawlError("session_ambiguous", sessionAmbiguous(given), { hint });
}

/** The latest session of the project in this folder. */
export async function newestSession(store: Store): Promise<SessionRecords> {
  const [newest] = await recordsIn(store).sessions({ project: projectRoot(process.cwd()), limit: 1 });
  if (newest !== undefined) return findSession(store, newest.id);
  throw new PawlError("no_session_here", words.handoff.noSession, { hint: words.handoff.noSessionHint });
}

/** Where and when a session was, on one line. */
export function aboutSession({ project, branch, client, startedAt, endedAt, lastEventAt }: Session): string {
  const place = [plain(tilde(project)), ...(branch === undefined ? [] : [plain(branch)]), titleOf(client)];
  return [...place, `${formatTime(startedAt)} – ${formatTime(endedAt ?? lastEventAt)}`].join(" · ");
}

/** The model behind this client's answers. */
export function modelOf(client: string): string {
  return client === DEFAULT_CLIENT ? words.sessions.claude : titleOf(client);
}

function show(records: SessionRecords): void {
  const { session } = records;
  const running = isRunning(session, Date.now());
  const state = running ? green(words.activity.day.running) : words.sessions.status.ended;
  print(`${bold(session.id)}  ${state}`);
  print(dim(aboutSession(session)));
  print(`\n${bold(words.sessions.summary)}`);
  const messages = chooseMessages(processEnv, readUserSettings(pawlHome()).settings.locale);
  for (const line of records.summary?.text.split("\n") ?? summaryLines(records, messages)) print(plain(line));
  showTimeline(records);
}

function showTimeline(records: SessionRecords): void {
  const { you, notice } = words.sessions;
  const { project, client } = records.session;
  const said = (mark: string, items: readonly { at: number; text: string }[]) =>
    items.map(({ at, text }) => ({ at, mark, text: quote(text, 300) }));
  const calls = records.observations.map((call) => ({
    at: call.at,
    mark: call.ok ? green("✓") : red("✗"),
    text: `${plain(call.toolName)} ${dim(quote(subjectText(call, project), 160))}`,
  }));
  const rows = [
    ...said(bold(cyan(you)), records.prompts),
    ...calls,
    ...said(bold(modelOf(client)), records.responses),
    ...said(bold(notice), notificationsIn(records.events)),
  ].sort((a, b) => a.at - b.at);
  const width = Math.max(0, ...rows.map(({ mark }) => Bun.stringWidth(mark)));
  let day = "";
  for (const { at, mark, text } of rows) {
    const [date = "", time = ""] = formatTime(at).split(" ");
    if (date !== day) print(`\n${dim(date)}`);
    day = date;
    printHanging(`${dim(time)}  ${padTo(mark, width)}`, text);
  }
}

/** The command or the file itself; for other calls, a summary of their input. */
function subjectText(call: Observation, project: string): string {
  const subject = subjectOf(call, project);
  if (call.toolName === "Bash") return subject;
  if (call.files.length > 0) return call.files.map((file) => inProject(file, project)).join(" ");
  return toInputText(call.input);
}

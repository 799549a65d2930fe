import { PawlError } from "../errors.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { chooseMessages } from "../locale/index.ts";
import { toSessionJson } from "../memory/records/json.ts";
import { quote } from "../memory/text/quote.ts";
import { formatTime } from "../platform/clock.ts";
import { processEnv } from "../platform/env.ts";
import { pawlHome } from "../platform/paths.ts";
import { summaryLines } from "../services/summary/summarize.ts";
import type { SessionRecords, Store } from "../store/store.ts";
import { type Command, json, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, green, plain, print, printJson, red } from "./output.ts";

export const command: Command = {
  summary: "One session, whole: prompts, tool calls, answers, summary",
  usage: "session ID [--json]",
  details: "ID may be the first characters of a session's id, as pawl sessions shows them.",
  example: "pawl session 29f1af35",
  options: json,
  positionals: 1,
  async run({ values, positionals }) {
    const [id] = positionals;
    if (id === undefined) throw new UsageError("Say which session: pawl session ID");
    const records = await withStore((store) => findSession(store, id));
    if (values.json === true) printJson(toSessionJson(records));
    else show(records);
    return 0;
  },
};

/** By its id, or how that starts. */
export async function findSession(store: Store, id: string): Promise<SessionRecords> {
  const [first, second] = await store.sessionIdsLike(id, 2);
  const whole = first !== undefined && (second === undefined || first === id) ? first : undefined;
  const records = await store.session(whole ?? id);
  if (records !== undefined) return records;
  if (second !== undefined) {
    throw new PawlError("session_ambiguous", `More than one session starts with ${id}`, {
      hint: "Give more characters.",
    });
  }
  throw new PawlError("session_unknown", `No session starts with ${id}`, {
    hint: "pawl sessions lists them.",
  });
}

function show(records: SessionRecords): void {
  const { session } = records;
  print(`${bold(session.id)}  ${session.status}`);
  print(
    `${plain(session.project)}  ${formatTime(session.startedAt)} – ${formatTime(session.endedAt ?? session.lastEventAt)}`,
  );
  const said = [
    ...records.prompts.map(({ at, text }) => ({ at, line: `${bold("you")}  ${quote(text, 300)}` })),
    ...records.observations.map((o) => {
      const mark = o.ok ? green("✓") : red("✗");
      return { at: o.at, line: `${mark}    ${o.toolName} ${dim(quote(o.files.join(" ") || o.input, 110))}` };
    }),
    ...records.responses.map(({ at, text }) => ({ at, line: `${bold("said")} ${quote(text, 300)}` })),
  ].sort((a, b) => a.at - b.at);
  print("");
  for (const { at, line } of said) print(`${dim(formatTime(at).slice(11))}  ${line}`);
  print(`\n${bold("Summary")}`);
  const messages = chooseMessages(processEnv, readUserSettings(pawlHome()).settings.locale);
  for (const line of records.summary?.text.split("\n") ?? summaryLines(records, messages)) print(plain(line));
}

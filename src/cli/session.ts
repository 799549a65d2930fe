import { PawlError } from "../errors.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { chooseMessages } from "../locale/index.ts";
import { toSessionJson } from "../memory/records/json.ts";
import { notificationsIn } from "../memory/records/notification.ts";
import { quote } from "../memory/text/quote.ts";
import { formatTime } from "../platform/clock.ts";
import { processEnv } from "../platform/env.ts";
import { pawlHome } from "../platform/paths.ts";
import { summaryLines } from "../services/summary/summarize.ts";
import type { SessionRecords, Store } from "../store/store.ts";
import { type Command, json, UsageError } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, green, padTo, plain, print, printJson, red } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "session ID [--json]",
  example: "pawl session 29f1af35",
  options: json,
  positionals: 1,
  async run({ values, positionals }) {
    const [id] = positionals;
    if (id === undefined) throw new UsageError(words.errors.missingSession, "session ID");
    const records = await withStore((store) => findSession(store, id));
    if (values.json === true) printJson(toSessionJson(records));
    else show(records);
    return 0;
  },
};

/** By its id or the first characters of it. */
export async function findSession(store: Store, id: string): Promise<SessionRecords> {
  const [first, second] = await store.sessionIdsLike(id, 2);
  const whole = first !== undefined && (second === undefined || first === id) ? first : undefined;
  const records = await store.session(whole ?? id);
  if (records !== undefined) return records;
  if (second !== undefined) {
    throw new PawlError("session_ambiguous", words.errors.sessionAmbiguous(id), {
      hint: words.errors.sessionAmbiguousHint,
    });
  }
  throw new PawlError("session_unknown", words.errors.sessionUnknown(id), {
    hint: words.errors.sessionUnknownHint,
  });
}

function show(records: SessionRecords): void {
  const { session } = records;
  print(`${bold(session.id)}  ${words.sessions.status[session.status]}`);
  print(
    `${plain(session.project)}  ${formatTime(session.startedAt)} – ${formatTime(session.endedAt ?? session.lastEventAt)}`,
  );
  const { you, claude, notice } = words.sessions;
  const width = Math.max(...[you, claude, notice].map((name) => Bun.stringWidth(name)));
  const speaker = (name: string) => bold(padTo(name, width));
  const said = [
    ...records.prompts.map(({ at, text }) => ({
      at,
      line: `${speaker(words.sessions.you)} ${quote(text, 300)}`,
    })),
    ...records.observations.map((o) => {
      const mark = o.ok ? green("✓") : red("✗");
      return {
        at: o.at,
        line: `${padTo(mark, width)} ${o.toolName} ${dim(quote(o.files.join(" ") || o.input, 110))}`,
      };
    }),
    ...records.responses.map(({ at, text }) => ({
      at,
      line: `${speaker(words.sessions.claude)} ${quote(text, 300)}`,
    })),
    ...notificationsIn(records.events).map(({ at, text }) => ({
      at,
      line: `${speaker(notice)} ${quote(text, 300)}`,
    })),
  ].sort((a, b) => a.at - b.at);
  print("");
  for (const { at, line } of said) print(`${dim(formatTime(at).slice(11))}  ${line}`);
  print(`\n${bold(words.sessions.summary)}`);
  const messages = chooseMessages(processEnv, readUserSettings(pawlHome()).settings.locale);
  for (const line of records.summary?.text.split("\n") ?? summaryLines(records, messages)) print(plain(line));
}

import { resolve } from "node:path";
import { toSessionListJson } from "../memory/records/json.ts";
import { quote } from "../memory/text/quote.ts";
import { formatTime } from "../platform/clock.ts";
import { projectRoot } from "../platform/project.ts";
import { clientOption, titleOf, toClient } from "./clients/option.ts";
import { type Command, json, toLimit, toText } from "./command.ts";
import { withStore } from "./open-store.ts";
import { bold, dim, print, printJson } from "./output.ts";
import { words } from "./words.ts";

export const command: Command = {
  usage: "sessions [--project DIR] [--client C] [--limit N] [--json]",
  example: "pawl sessions --project . --limit 10",
  options: { ...json, ...clientOption, project: { type: "string" }, limit: { type: "string" } },
  async run({ values }) {
    const folder = toText(values.project);
    const client = toText(values.client);
    const filter = {
      ...(folder === undefined ? {} : { project: projectRoot(resolve(folder)) }),
      ...(client === undefined ? {} : { client: toClient(client) }),
    };
    const limit = toLimit(values.limit, 50);
    const sessions = await withStore((store) => store.sessions({ limit, ...filter }));
    if (values.json === true) {
      printJson(toSessionListJson(sessions));
      return 0;
    }
    if (sessions.length === 0) print(words.sessions.none);
    for (const session of sessions) {
      const counts = words.sessions.counts(session.prompts, session.observations);
      print(
        `${bold(session.id.slice(0, 8))}  ${formatTime(session.lastEventAt)}  ${quote(session.title, 70)}`,
      );
      print(
        dim(
          `          ${quote(session.project, 120)} · ${titleOf(session.client)} · ${counts} · ${words.sessions.status[session.status]}`,
        ),
      );
    }
    return 0;
  },
};

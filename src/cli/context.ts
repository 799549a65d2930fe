import { resolve } from "node:path";
import { readUserSettings } from "../engine/config/user-settings.ts";
import { projectContext } from "../handlers/index.ts";
import { formatTime } from "../platform/clock.ts";
import { processEnv } from "../platform/env.ts";
import { chooseMessages } from "../platform/locale/index.ts";
import { readMuted } from "../platform/muted.ts";
import { pawlHome } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { projectNotes } from "../platform/project-notes.ts";
import { type Command, json, toText } from "./command.ts";
import { withStore } from "./open-store.ts";
import { plain, print, printJson } from "./output.ts";

export const command: Command = {
  summary: "What a new session in this project would be told now",
  usage: "context [--project DIR] [--json]",
  example: "pawl context --project ~/code/shop",
  options: { ...json, project: { type: "string" } },
  async run({ values }) {
    const project = projectRoot(resolve(toText(values.project) ?? "."));
    const { settings } = readUserSettings(pawlHome());
    const budget = settings.context.tokens;
    const messages = chooseMessages(processEnv, settings.locale);
    const notes = projectNotes(project, processEnv, messages);
    const muted = readMuted(pawlHome().muted);
    const isMuted = (uri: string) => muted.has(uri);
    const block = await withStore((store) =>
      projectContext({ store, project, budget, notes, formatTime, messages, isMuted }),
    );
    if (values.json === true) {
      printJson({ text: block?.text ?? "", tokens: block?.tokens ?? 0, sources: block?.sources ?? [] });
    } else {
      print(block === undefined ? `Nothing is known about ${project} yet.` : plain(block.text));
    }
    return 0;
  },
};

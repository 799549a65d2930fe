/** How Pawl is connected to Copilot CLI, and where its records are. */
import { join } from "node:path";
import type { ClientSetup } from "../setup.ts";
import { readCopilotEvents } from "./transcript.ts";
import { copilotHome, isEventsFile, sessionOfEvents, sessionsDir } from "./transcript-file.ts";
import { COPILOT_EVENTS, encodeCopilotReply } from "./wire.ts";

export const copilotSetup: ClientSetup = {
  title: "Copilot CLI",
  aliases: ["copilot"],
  verified: "1.0.102",
  program: "copilot",
  home: copilotHome,
  // In a project it reads Claude Code's settings, which belong to Claude Code.
  hooksFile: (scope) => (scope === "user" ? join(copilotHome(), "settings.json") : undefined),
  connect: {
    entries: {
      events: COPILOT_EVENTS.map((event) => [event, event]),
      unit: 1,
      encode: encodeCopilotReply,
    },
    server: {
      file: () => join(copilotHome(), "mcp-config.json"),
      entry: ({ command, args, env }) => ({ type: "local", command, args, env, tools: ["*"] }),
    },
  },
  transcripts: {
    dirs: () => [sessionsDir()],
    isOwn: isEventsFile,
    sessionOf: sessionOfEvents,
    readAll: readCopilotEvents,
  },
  resume: (id) => ["copilot", "--resume", id],
};

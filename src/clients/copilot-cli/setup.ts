/** Pawl's connection to Copilot CLI, and the location of its records. */
import { join } from "node:path";
import type { ClientSetup } from "../setup.ts";
import { readCopilotEvents } from "./transcript.ts";
import { copilotHome, isEventsFile, sessionOfEvents, sessionsDir } from "./transcript-file.ts";

export const setup: ClientSetup = {
  title: "Copilot CLI",
  aliases: ["copilot"],
  verified: "1.0.102",
  program: "copilot",
  home: copilotHome,
  // In a project it reads Claude Code's settings, which belong to Claude Code.
  hooksFile: (scope) => (scope === "user" ? join(copilotHome(), "settings.json") : undefined),
  transcripts: {
    dirs: () => [sessionsDir()],
    isOwn: isEventsFile,
    sessionOf: sessionOfEvents,
    version: /"copilotVersion":"([\w.-]{1,40})"/,
    readAll: readCopilotEvents,
  },
  connect: async () => (await import("./connect.ts")).copilotConnect,
  resume: (id) => ["copilot", "--resume", id],
};

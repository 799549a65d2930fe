/** Pawl's connection to OpenCode, and the location of its records. */
import { join } from "node:path";
import type { ClientSetup } from "../setup.ts";
import { databaseFile, isOfDatabase, opencodeConfigDir, PLUGIN, sessionOfPath } from "./database.ts";
import { readOpencodeSession, sessionsIn, stateOfSession } from "./transcript.ts";

export const setup: ClientSetup = {
  title: "OpenCode",
  aliases: [],
  verified: "1.18.33",
  program: "opencode",
  home: opencodeConfigDir,
  // For a project with a plugin, it would install packages into the project.
  hooksFile: (scope) => (scope === "user" ? join(opencodeConfigDir(), "plugin", PLUGIN) : undefined),
  transcripts: {
    dirs: () => [databaseFile()],
    isOwn: isOfDatabase,
    sessionOf: sessionOfPath,
    database: { sessions: sessionsIn, state: stateOfSession },
    readAll: readOpencodeSession,
  },
  connect: async () => (await import("./connect.ts")).opencodeConnect,
  resume: (id) => ["opencode", "-s", id],
};

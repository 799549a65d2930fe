/** Pawl's connection to Gemini CLI, and the location of its records. */
import { join } from "node:path";
import type { ClientSetup } from "../setup.ts";
import { geminiHome, geminiSettings, isGeminiChat, readGeminiChat, sessionOfChat } from "./transcript.ts";

export const setup: ClientSetup = {
  title: "Gemini CLI",
  aliases: ["gemini"],
  verified: "0.61.0",
  program: "gemini",
  home: geminiHome,
  hooksFile: (scope, projectDir) => {
    if (scope === "local") return undefined;
    return scope === "user" ? geminiSettings() : join(projectDir, ".gemini", "settings.json");
  },
  transcripts: {
    dirs: () => [join(geminiHome(), "tmp")],
    isOwn: isGeminiChat,
    sessionOf: sessionOfChat,
    readAll: readGeminiChat,
  },
  connect: async () => (await import("./connect.ts")).geminiConnect,
  resume: (id) => ["gemini", "--resume", id],
};

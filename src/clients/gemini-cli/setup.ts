/** How Pawl is connected to Gemini CLI, and where its records are. */
import { join } from "node:path";
import { userHome } from "../../platform/paths.ts";
import type { ClientSetup } from "../setup.ts";
import { isGeminiChat, readGeminiChat, sessionOfChat } from "./transcript.ts";
import { encodeGeminiReply, GEMINI_EVENTS } from "./wire.ts";

const home = () => join(userHome(), ".gemini");
const settings = () => join(home(), "settings.json");

export const geminiSetup: ClientSetup = {
  title: "Gemini CLI",
  aliases: ["gemini"],
  verified: "0.61.0",
  program: "gemini",
  home,
  hooksFile: (scope, projectDir) => {
    if (scope === "local") return undefined;
    return scope === "user" ? settings() : join(projectDir, ".gemini", "settings.json");
  },
  connect: {
    entries: {
      events: Object.entries(GEMINI_EVENTS),
      // It counts milliseconds.
      unit: 1000,
      encode: encodeGeminiReply,
    },
    server: { file: settings, entry: ({ command, args, env }) => ({ command, args, env }) },
    note: "geminiTrust",
  },
  transcripts: {
    dirs: () => [join(home(), "tmp")],
    isOwn: isGeminiChat,
    sessionOf: sessionOfChat,
    readAll: readGeminiChat,
  },
  resume: (id) => ["gemini", "--resume", id],
};

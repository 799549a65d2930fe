/** Pawl in Gemini CLI's settings. */
import { commandEntries } from "../settings/entries.ts";
import { jsonServers } from "../settings/mcp-server.ts";
import type { ClientConnect } from "../setup.ts";
import { geminiSettings } from "./transcript.ts";
import { encodeGeminiReply, GEMINI_EVENTS } from "./wire.ts";

export const geminiConnect: ClientConnect = {
  entries: commandEntries({
    client: "gemini-cli",
    events: Object.entries(GEMINI_EVENTS),
    // It counts milliseconds.
    unit: 1000,
    encode: encodeGeminiReply,
  }),
  server: { file: geminiSettings, edit: jsonServers(({ command, args, env }) => ({ command, args, env })) },
  trust: "geminiTrust",
};

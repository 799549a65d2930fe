/** Pawl in Copilot CLI's settings. */
import { join } from "node:path";
import { commandEntries } from "../settings/entries.ts";
import { jsonServers } from "../settings/mcp-server.ts";
import type { ClientConnect } from "../setup.ts";
import { copilotHome } from "./transcript-file.ts";
import { COPILOT_EVENTS, encodeCopilotReply } from "./wire.ts";

export const copilotConnect: ClientConnect = {
  entries: commandEntries({
    client: "copilot-cli",
    events: COPILOT_EVENTS.map((event) => [event, event]),
    encode: encodeCopilotReply,
  }),
  server: {
    file: () => join(copilotHome(), "mcp-config.json"),
    edit: jsonServers(({ command, args, env }) => ({ type: "local", command, args, env, tools: ["*"] })),
  },
};

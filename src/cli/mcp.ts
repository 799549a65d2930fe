import { resolve } from "node:path";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { agentSession } from "../clients/agent-session.ts";
import { callingSession } from "../clients/table.ts";
import { readUserSettings } from "../hooks/config/user-settings.ts";
import { chooseMessages } from "../locale/index.ts";
import { createMcpServer } from "../mcp/server.ts";
import { formatTime, systemClock } from "../platform/clock.ts";
import { processEnv } from "../platform/env.ts";
import { pawlHome } from "../platform/paths.ts";
import { projectRoot } from "../platform/project.ts";
import { version } from "../platform/version.ts";
import { redactor } from "../redact/redactor.ts";
import { createFindCaller } from "../work/caller.ts";
import { type Command, value } from "./command.ts";
import { openClientFiles } from "./memory/client.ts";
import { withStore } from "./open-store.ts";

export const command: Command = {
  usage: "mcp [--project DIR]",
  example: "claude mcp add pawl -- pawl mcp",
  options: { project: value },
  async run(input) {
    const folder = resolve(input.text("project") ?? processEnv.CLAUDE_PROJECT_DIR ?? ".");
    const project = projectRoot(folder);
    const { settings } = readUserSettings(pawlHome());
    const messages = chooseMessages(processEnv, settings.locale);
    const findCaller = createFindCaller({
      homeDir: pawlHome().dir,
      workflow: settings.workflow,
      folder,
      session: callingSession(processEnv),
      messages,
      now: systemClock,
    });
    return withStore(async (store) => {
      const server = createMcpServer(
        {
          store,
          clientFiles: openClientFiles(store).files,
          sessionId: processEnv.CLAUDE_CODE_SESSION_ID,
          redact: redactor,
          now: systemClock,
          project,
          formatTime,
          messages,
          findCaller,
          client: agentSession({ project })?.replace(/-(?:code|cli)$/, ""),
          acrossProjects: settings.recall.acrossProjects,
        },
        version,
      );
      const { promise: closed, resolve: close } = Promise.withResolvers<void>();
      server.server.onclose = close;
      // A client that exits only closes the pipe.
      process.stdin.on("end", () => void server.close());
      process.stdin.on("close", () => void server.close());
      await server.connect(new StdioServerTransport());
      await closed;
      return 0;
    });
  },
};

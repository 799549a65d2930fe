/** Pawl in Claude Code's settings. */
import { join } from "node:path";
import { processEnv } from "../../platform/env.ts";
import { claudeConfigDir } from "../../platform/paths.ts";
import { pawlCommand } from "../../platform/programs.ts";
import { jsonServers } from "../settings/mcp-server.ts";
import type { ClientConnect } from "../setup.ts";
import { installedHooks } from "./settings/hooks.ts";
import { installSlashCommand, uninstallSlashCommand } from "./settings/slash-command.ts";
import { settingsWarnings } from "./settings/warnings.ts";

export const claudeConnect: ClientConnect = {
  entries: installedHooks,
  usesHttp: true,
  warn: settingsWarnings,
  server: { file: serversFile, edit: jsonServers((server) => server) },
  also: {
    install: (home) => installSlashCommand(claudeConfigDir(), pawlCommand(home)),
    uninstall: () => uninstallSlashCommand(claudeConfigDir()),
  },
};

/** The file where Claude Code looks for servers of all projects: beside its folder, or in `CLAUDE_CONFIG_DIR`. */
function serversFile(): string {
  const dir = claudeConfigDir();
  return processEnv.CLAUDE_CONFIG_DIR ? join(dir, ".claude.json") : `${dir}.json`;
}

/** Connects Pawl to Claude Code. */
import { resolve } from "node:path";
import { installedHooks, type SettingsScope } from "../../clients/claude-code/settings/hooks.ts";
import { installHooks } from "../../clients/claude-code/settings/install.ts";
import { clientFile, installServer, pawlServer } from "../../clients/claude-code/settings/mcp-server.ts";
import { installSlashCommand } from "../../clients/claude-code/settings/slash-command.ts";
import { settingsFile } from "../../clients/claude-code/setup.ts";
import type { Connected } from "../../clients/connected.ts";
import { readUserSettings, savePort } from "../../hooks/config/user-settings.ts";
import { indexGates } from "../../hooks/hook-lists.ts";
import { TrustStore, trustFile } from "../../hooks/trust.ts";
import { processEnv } from "../../platform/env.ts";
import { readIfThere } from "../../platform/files.ts";
import { placeLauncher } from "../../platform/launcher.ts";
import { claudeConfigDir, type Home, packageDir, pawlHome } from "../../platform/paths.ts";
import { pawlCommand } from "../../platform/pawl-command.ts";
import { ensurePrograms } from "../../platform/programs.ts";
import { openTokens } from "../../platform/tokens.ts";
import { toSentence } from "../failure.ts";
import { homeArgument } from "../home-argument.ts";
import { neededBy } from "../user-hooks/needs.ts";

/** Adds the hooks. Also used by `pawl start` and `pawl doctor`. */
export async function connect({
  scope,
  dryRun,
}: {
  scope: SettingsScope;
  dryRun: boolean;
}): Promise<Connected> {
  const home = pawlHome();
  if (!dryRun) await ensurePrograms();
  const needs = await neededBy(home, scope, resolve("."));
  const { port } = readUserSettings(home).settings;
  // The hooks contain the port, and Claude Code does not set PAWL_PORT: so it is saved.
  if (!dryRun && processEnv.PAWL_PORT !== undefined) savePort(home, port);
  if (!dryRun) placeLauncher(home, port);
  const hooks = installHooks({
    file: settingsFile(scope, { claudeDir: claudeConfigDir(), projectDir: resolve(".") }),
    entries: installedHooks({
      launcher: home.launcher,
      home: homeArgument(home),
      port,
      // A preview creates nothing, not even a token; the diff hides it anyway.
      hookToken: dryRun ? (readIfThere(home.hookToken)?.trim() ?? "…") : openTokens(home).hook,
      scope,
      needs,
    }),
    installsDir: home.installs,
    now: () => new Date(),
    dryRun,
  });
  const result: Connected = { client: "claude-code", ...hooks };
  if (!dryRun) await indexGates(home, new TrustStore(trustFile(home.dir)));
  if (scope !== "user") return result;
  // A project's commands belong to the team, and this one names a path of this machine.
  if (!dryRun) installSlashCommand(claudeConfigDir(), pawlCommand(home.dir));
  return { ...result, mcp: connectServer(home, dryRun) };
}

/** The MCP server is optional: if the client's file cannot be edited, that is reported and the hooks stay. */
function connectServer(home: Home, dryRun: boolean): NonNullable<Connected["mcp"]> {
  const file = mcpFile();
  const server = pawlServer({ bun: process.execPath, packageDir, home: homeArgument(home) });
  const { installs: installsDir } = home;
  try {
    const outcome = installServer({ file, installsDir, server, now: () => new Date(), dryRun });
    return { file, outcome };
  } catch (error) {
    return { file, outcome: "failed", problem: toSentence(error) };
  }
}

/** The client's file with the MCP servers for all projects. */
export function mcpFile(): string {
  const custom = processEnv.CLAUDE_CONFIG_DIR;
  return clientFile(claudeConfigDir(), custom !== undefined && custom !== "");
}

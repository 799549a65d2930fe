import { resolve } from "node:path";
import { toMessage } from "../errors.ts";
import { readUserSettings, savePort } from "../hooks/config/user-settings.ts";
import { processEnv } from "../platform/env.ts";
import { readIfThere } from "../platform/files.ts";
import { claudeConfigDir, defaultHomeDir, type Home, packageDir, pawlHome } from "../platform/paths.ts";
import { ensurePrograms, hookProgram } from "../platform/programs.ts";
import { openTokens } from "../platform/tokens.ts";
import { installedHooks, type SettingsScope } from "./claude-settings/hooks.ts";
import { type InstallResult, installHooks, settingsFile } from "./claude-settings/install.ts";
import { clientFile, installServer, type McpOutcome, pawlServer } from "./claude-settings/mcp-server.ts";
import { type Command, json, toText, UsageError } from "./command.ts";
import { print, printJson } from "./output.ts";
import { programName } from "./program-name.ts";
import { neededBy } from "./user-hooks/needs.ts";

export const scopeOption = { scope: { type: "string" } } as const;

export const command: Command = {
  summary: "Connect Pawl to Claude Code: add its hooks to the settings",
  usage: "install [--scope user|project|local] [--dry-run] [--json]",
  details: [
    "  --scope user     for all your projects (the default)",
    "  --scope project  for everybody who works on this project: .claude/settings.json, usually committed",
    "  --scope local    for you in this project: .claude/settings.local.json",
    "  --dry-run        show the difference and change nothing",
  ].join("\n"),
  example: "pawl install --dry-run",
  options: { ...json, ...scopeOption, "dry-run": { type: "boolean" } },
  async run({ values }) {
    const scope = toScope(toText(values.scope));
    const dryRun = values["dry-run"] === true;
    const result = await connect({ scope, dryRun });
    if (values.json === true) {
      const { file, added, updated, removed, unchanged, warnings, mcp } = result;
      printJson({
        mcp,
        file,
        added,
        updated,
        removed,
        unchanged,
        warnings: warnings.map(({ message }) => message),
      });
    } else {
      report(result, scope, dryRun);
    }
    return 0;
  },
};

/** Adds the hooks; also used by `pawl start`. */
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
  // The hooks' addresses name the port, and the client will not have the variable: so it is kept.
  if (!dryRun && processEnv.PAWL_PORT !== undefined) savePort(home, port);
  const hooks = installHooks({
    file: settingsFile(scope, { claudeDir: claudeConfigDir(), projectDir: resolve(".") }),
    entries: installedHooks({
      bun: process.execPath,
      hookEntry: hookProgram(),
      home: homeArgument(home),
      port,
      // A trial run makes nothing, not even a token; the difference that it shows hides it anyway.
      hookToken: dryRun ? (readIfThere(home.hookToken)?.trim() ?? "…") : openTokens(home).hook,
      scope,
      needs,
    }),
    installsDir: home.installs,
    now: () => new Date(),
    dryRun,
  });
  return scope === "user" ? { ...hooks, mcp: connectServer(home, dryRun) } : hooks;
}

export interface Connected extends InstallResult {
  /** For all projects only: a project's own list of servers is the team's, and its members are asked about it. */
  mcp?: { file: string; outcome: McpOutcome | "failed"; problem?: string };
}

/** The server can be done without: what is wrong with the client's file is said, and the hooks stay. */
function connectServer(home: Home, dryRun: boolean): NonNullable<Connected["mcp"]> {
  const file = mcpFile();
  const server = pawlServer({ bun: process.execPath, packageDir, home: homeArgument(home) });
  const { installs: installsDir } = home;
  try {
    const outcome = installServer({ file, installsDir, server, now: () => new Date(), dryRun });
    return { file, outcome };
  } catch (error) {
    return { file, outcome: "failed", problem: toMessage(error) };
  }
}

/** The client's own file, in which its servers for all projects stand. */
export function mcpFile(): string {
  const custom = processEnv.CLAUDE_CONFIG_DIR;
  return clientFile(claudeConfigDir(), custom !== undefined && custom !== "");
}

/** Hooks carry a home that is not the default one: the client may start without the variable. */
function homeArgument(home: Home): string | undefined {
  return home.dir === defaultHomeDir() ? undefined : home.dir;
}

function reportServer(mcp: Connected["mcp"], dryRun: boolean): void {
  if (mcp === undefined) return;
  const { file, outcome, problem = "" } = mcp;
  if (outcome === "added" || outcome === "updated") {
    print(`Pawl's MCP server ${dryRun ? "would be" : "is"} ${outcome} in ${file}.`);
  } else if (outcome === "foreign") print(`Attention: ${file} has a server named pawl that is not Pawl's.`);
  else if (outcome === "failed") print(`Attention: Pawl's MCP server was not added. ${problem}`);
}

export function toScope(value: string | undefined): SettingsScope {
  const scope = value ?? "user";
  if (scope === "user" || scope === "project" || scope === "local") return scope;
  throw new UsageError(`--scope takes user, project or local, not ${value}`);
}

function report(result: Connected, scope: SettingsScope, dryRun: boolean): void {
  if (result.changed) print(result.diff);
  const changes = result.added.length + result.updated.length + result.removed.length;
  if (changes === 0) print(`Pawl is connected already: ${result.file} stays as it is.`);
  else if (dryRun) print(`Nothing was changed. Without --dry-run this goes into ${result.file}.`);
  else
    print(
      `Pawl is connected: ${changes} hooks in ${result.file}. Sessions that start from now on are remembered.`,
    );
  reportServer(result.mcp, dryRun);
  if (result.tightened && !dryRun) print("The file holds a token now, so it can be read by you only.");
  if (scope === "project") {
    print(
      "This file is usually committed, and the hooks name this machine's paths; --scope local is for you alone.",
    );
  }
  for (const { message } of result.warnings) print(`Attention: ${message}`);
  if (changes > 0 && !dryRun) print(`${programName()} uninstall takes them out again.`);
}

/** Which clients Pawl is connected to, for `pawl status`. Reads their settings and changes nothing. */

import { existsSync } from "node:fs";
import { codexHooksFileOf, isCodexInstalled } from "../cli/clients/connect-codex.ts";
import { readIfThere } from "../platform/files.ts";
import { findProgram } from "../platform/find-program.ts";
import { claudeConfigDir } from "../platform/paths.ts";
import { ownEvents } from "./claude-code/settings/edit.ts";
import { settingsFile } from "./claude-code/settings/install.ts";
import { hasPlugin } from "./claude-code/settings/plugin.ts";
import { isCodexConnected } from "./codex/home.ts";
import type { ClientName } from "./index.ts";

export interface ClientConnection {
  client: ClientName;
  isConnected: boolean;
  isInstalled: boolean;
  /** Where the hooks are: a file, or the client's plugin. */
  by?: { file: string } | "plugin";
}

export function connections(projectDir: string): ClientConnection[] {
  return [claude(projectDir), codex()];
}

function claude(projectDir: string): ClientConnection {
  const claudeDir = claudeConfigDir();
  const files = (["user", "project", "local"] as const).map((scope) =>
    settingsFile(scope, { claudeDir, projectDir }),
  );
  const file = files.find(hasHooks);
  const by = file !== undefined ? { file } : hasPlugin() ? ("plugin" as const) : undefined;
  return {
    client: "claude-code",
    isInstalled: isClaudeInstalled(),
    isConnected: by !== undefined,
    ...(by === undefined ? {} : { by }),
  };
}

/** On this machine, whether or not Pawl is connected to it. */
export function isClaudeInstalled(): boolean {
  return findProgram("claude") !== null || existsSync(claudeConfigDir());
}

function codex(): ClientConnection {
  const file = codexHooksFileOf("user");
  const isConnected = isCodexConnected();
  return {
    client: "codex",
    isInstalled: isCodexInstalled(),
    isConnected,
    ...(isConnected && file !== undefined ? { by: { file } } : {}),
  };
}

function hasHooks(file: string): boolean {
  try {
    return ownEvents(readIfThere(file) ?? "").length > 0;
  } catch {
    // Not JSON: the client cannot read it either, and `pawl doctor` says where.
    return false;
  }
}

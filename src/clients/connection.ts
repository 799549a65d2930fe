/** Which clients Pawl is connected to, for `pawl status`. Reads their settings and changes nothing. */

import { readIfThere } from "../platform/files.ts";
import { hasPlugin } from "./claude-code/settings/plugin.ts";
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "./index.ts";
import { ownEvents } from "./settings/edit.ts";
import { hasOwnEntries, isInstalled, SETUPS } from "./setups.ts";

export interface ClientConnection {
  client: ClientName;
  isConnected: boolean;
  isInstalled: boolean;
  /** Where the hooks are: a file, or the client's plugin. */
  by?: { file: string } | "plugin";
}

export function connections(projectDir: string): ClientConnection[] {
  const others = CLIENT_NAMES.filter((name) => name !== DEFAULT_CLIENT);
  return [claude(projectDir), ...others.map((name) => other(name, projectDir))];
}

/** Claude Code has more scopes, and a plugin. */
function claude(projectDir: string): ClientConnection {
  const { hooksFile } = SETUPS[DEFAULT_CLIENT];
  const files = (["user", "project", "local"] as const).flatMap(
    (scope) => hooksFile(scope, projectDir) ?? [],
  );
  const file = files.find(hasHooks);
  const by = file !== undefined ? { file } : hasPlugin() ? ("plugin" as const) : undefined;
  return {
    client: DEFAULT_CLIENT,
    isInstalled: isInstalled(DEFAULT_CLIENT),
    isConnected: by !== undefined,
    ...(by === undefined ? {} : { by }),
  };
}

function other(client: ClientName, projectDir: string): ClientConnection {
  const file = hasOwnEntries(client, projectDir);
  const isConnected = file !== undefined;
  return { client, isInstalled: isInstalled(client), isConnected, ...(isConnected ? { by: { file } } : {}) };
}

function hasHooks(file: string): boolean {
  try {
    return ownEvents(readIfThere(file) ?? "").length > 0;
  } catch {
    // Not JSON: the client cannot read it either, and `pawl doctor` says where.
    return false;
  }
}

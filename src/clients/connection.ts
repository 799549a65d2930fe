/** Which clients Pawl is connected to, for `pawl status`. Reads their settings and changes nothing. */

import { hasPlugin } from "./claude-code/settings/plugin.ts";
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "./index.ts";
import { jsonHooks } from "./settings/edit.ts";
import { readSettings } from "./settings/file.ts";
import { hasOwnEntries, isInstalled, SETUPS } from "./setups.ts";

export interface ClientConnection {
  client: ClientName;
  isConnected: boolean;
  isInstalled: boolean;
  /** Where the hooks are: a file, or the client's plugin. */
  by?: { file: string } | "plugin";
}

export function connections(projectDir: string): ClientConnection[] {
  return CLIENT_NAMES.map((client) => {
    const by = client === DEFAULT_CLIENT ? byDefault(projectDir) : byFile(hasOwnEntries(client, projectDir));
    const isConnected = by !== undefined;
    return { client, isInstalled: isInstalled(client), isConnected, ...(isConnected ? { by } : {}) };
  });
}

const byFile = (file: string | undefined) => (file === undefined ? undefined : { file });

/** Claude Code has more scopes, and a plugin. */
function byDefault(projectDir: string): ClientConnection["by"] {
  const { hooksFile } = SETUPS[DEFAULT_CLIENT];
  const scopes = ["user", "project", "local"] as const;
  const files = scopes.flatMap((scope) => hooksFile(scope, projectDir) ?? []);
  return byFile(files.find(hasHooks)) ?? (hasPlugin() ? "plugin" : undefined);
}

function hasHooks(file: string): boolean {
  try {
    return jsonHooks.own(readSettings(file).text ?? "").length > 0;
  } catch {
    // Not JSON: the client cannot read it either, and `pawl doctor` says where.
    return false;
  }
}

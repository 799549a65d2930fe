/** Connects Pawl to a client, and disconnects it. */
import { resolve } from "node:path";
import type { HookOptions, SettingsScope } from "../../clients/claude-code/settings/hooks.ts";
import { installHooks, uninstallHooks } from "../../clients/claude-code/settings/install.ts";
import { installServer, pawlServer, uninstallServer } from "../../clients/claude-code/settings/mcp-server.ts";
import { commandEntries } from "../../clients/command-entries.ts";
import type { Connected } from "../../clients/connected.ts";
import type { ClientName } from "../../clients/index.ts";
import { SETUPS } from "../../clients/setups.ts";
import { readUserSettings } from "../../hooks/config/user-settings.ts";
import { indexGates } from "../../hooks/hook-lists.ts";
import { TrustStore, trustFile } from "../../hooks/trust.ts";
import { placeLauncher } from "../../platform/launcher.ts";
import { type Home, packageDir, pawlHome } from "../../platform/paths.ts";
import { ensurePrograms } from "../../platform/programs.ts";
import { toSentence } from "../failure.ts";
import { homeArgument } from "../home-argument.ts";
import { neededBy } from "../user-hooks/needs.ts";
import { words } from "../words.ts";
import { connect as connectClaudeCode } from "./connect-claude-code.ts";
import { connectCodex, strictJson } from "./connect-codex.ts";

interface ConnectOptions {
  scope: SettingsScope;
  dryRun: boolean;
}

/** Undefined: this client has no file of that scope. */
export function hooksFileOf(client: ClientName, scope: SettingsScope): string | undefined {
  return SETUPS[client].hooksFile(scope, resolve("."));
}

/** Undefined: this client has no file of that scope. */
export async function connectClient(
  client: ClientName,
  { scope, dryRun }: ConnectOptions,
): Promise<Connected | undefined> {
  const file = hooksFileOf(client, scope);
  if (file === undefined) return undefined;
  const { connect, title } = SETUPS[client];
  if (connect === undefined)
    return client === "codex" ? connectCodex({ file, scope, dryRun }) : connectClaudeCode({ scope, dryRun });
  const home = pawlHome();
  if (!dryRun) {
    await ensurePrograms();
    placeLauncher(home, readUserSettings(home).settings.port);
  }
  const options: HookOptions = {
    launcher: home.launcher,
    home: homeArgument(home),
    // Commands carry neither a port nor a token: the program finds the daemon by its home.
    port: 0,
    hookToken: "",
    scope,
    needs: await neededBy(home, scope, resolve(".")),
  };
  const hooks = installHooks({
    file,
    entries: commandEntries(client, options, connect.entries),
    installsDir: home.installs,
    now: () => new Date(),
    dryRun,
    warn: strictJson(title),
  });
  if (!dryRun) await indexGates(home, new TrustStore(trustFile(home.dir)));
  const result: Connected = { client, ...hooks };
  return scope === "user" ? { ...result, mcp: connectServer(client, home, dryRun) } : result;
}

function connectServer(client: ClientName, home: Home, dryRun: boolean): NonNullable<Connected["mcp"]> {
  const own = SETUPS[client].connect?.server;
  const file = own?.file() ?? "";
  const server = pawlServer({ bun: process.execPath, packageDir, home: homeArgument(home) });
  try {
    const installed = { file, installsDir: home.installs, now: () => new Date(), dryRun };
    return { file, outcome: installServer({ ...installed, server: own?.entry(server) ?? server }) };
  } catch (error) {
    return { file, outcome: "failed", problem: toSentence(error) };
  }
}

/** For clients that are connected by their setup alone. */
export function disconnectClient(client: ClientName, file: string, scope: SettingsScope, home: Home) {
  const installsDir = home.installs;
  const server = SETUPS[client].connect?.server.file() ?? "";
  // First: a file that was created for the server alone is removed with its folder.
  const isShared = server === file;
  const removedFirst = scope === "user" && !isShared && uninstallServer({ file: server, installsDir });
  const { removed, restored } = uninstallHooks({ file, installsDir });
  const hadServer =
    removedFirst || (scope === "user" && isShared && uninstallServer({ file: server, installsDir }));
  return { file, removed, restored, mcp: { file: server, removed: hadServer } };
}

/** What the user still has to do in the client. */
export function noteOf(client: ClientName): string | undefined {
  if (client === "codex") return words.install.codexTrust;
  const note = SETUPS[client].connect?.note;
  return note === undefined ? undefined : words.install[note];
}

/** Connects Pawl to a client, and disconnects it. */

import { resolve } from "node:path";
import type { ClientName } from "../../clients/index.ts";
import { notStrict } from "../../clients/settings/document.ts";
import { jsonHooks } from "../../clients/settings/edit.ts";
import type { HookNeeds, HookOptions, SettingsScope } from "../../clients/settings/entries.ts";
import { readSettings } from "../../clients/settings/file.ts";
import { install, uninstall } from "../../clients/settings/install.ts";
import { pawlServer } from "../../clients/settings/mcp-server.ts";
import type { ClientConnect, Connected } from "../../clients/setup.ts";
import { SETUPS } from "../../clients/setups.ts";
import { readUserSettings, saveSetting } from "../../hooks/config/user-settings.ts";
import { hookNeeds, withRules } from "../../hooks/hook-needs.ts";
import { HookLoader, indexGates } from "../../hooks/project-hooks.ts";
import { TrustStore, trustFile } from "../../hooks/trust.ts";
import { processEnv } from "../../platform/env.ts";
import { readIfThere } from "../../platform/files.ts";
import { placeLauncher } from "../../platform/launcher.ts";
import { openTokens } from "../../platform/own-home.ts";
import { type Home, packageDir, pawlHome } from "../../platform/paths.ts";
import { ensurePrograms } from "../../platform/programs.ts";
import { projectRoot } from "../../platform/project.ts";
import { toSentence } from "../failure.ts";
import { homeArgument } from "../home-argument.ts";
import { print } from "../output.ts";
import { locale, words } from "../words.ts";

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
  const connect = await SETUPS[client].connect();
  const home = pawlHome();
  if (!dryRun) await ensurePrograms();
  const needs = await neededBy(home, scope, resolve("."));
  const { port } = readUserSettings(home).settings;
  // Hooks over HTTP contain the port, and the client does not set PAWL_PORT: so it is saved.
  if (!dryRun && connect.usesHttp && processEnv.PAWL_PORT !== undefined) saveSetting(home, "port", port);
  if (!dryRun) placeLauncher(home, port);
  const options: HookOptions = {
    launcher: home.launcher,
    home: homeArgument(home),
    port,
    hookToken: connect.usesHttp ? hookToken(home, dryRun) : "",
    scope,
    needs,
    locale,
  };
  const { edit = jsonHooks, warn } = connect;
  const wanted = connect.entries(options);
  const isPrivate = wanted.some(({ hook }) => hook.type === "http");
  const { report, ...done } = install({ file, installsDir: home.installs, edit, wanted, dryRun, isPrivate });
  if (!dryRun) await indexGates(home, new TrustStore(trustFile(home.dir)));
  const text = edit === jsonHooks ? (readSettings(file).text ?? "{}") : "{}";
  const warnings = [...notStrict(text, SETUPS[client].title), ...(warn?.(text, wanted) ?? [])];
  const result: Connected = { client, ...done, ...report, warnings };
  if (scope !== "user") return result;
  // A project's files belong to the team, and these contain paths of this machine.
  if (!dryRun) connect.also?.install(home.dir);
  return { ...result, mcp: connectServer(connect.server, home, dryRun) };
}

/** A preview creates nothing, not even a token; the diff hides it anyway. */
function hookToken(home: Home, dryRun: boolean): string {
  return dryRun ? (readIfThere(home.hookToken)?.trim() ?? "…") : openTokens(home).hook;
}

/** The MCP server is optional: if the client's file cannot be edited, that is reported and the hooks stay. */
function connectServer(
  { file: fileOf, edit }: ClientConnect["server"],
  home: Home,
  dryRun: boolean,
): NonNullable<Connected["mcp"]> {
  const file = fileOf();
  const server = pawlServer({ bun: process.execPath, packageDir, home: homeArgument(home) });
  const installsDir = home.installs;
  try {
    return {
      file,
      outcome: install({ file, installsDir, edit, wanted: server, dryRun }).report,
    };
  } catch (error) {
    return { file, outcome: "failed", problem: toSentence(error) };
  }
}

export interface Disconnected {
  client: ClientName;
  file: string;
  removed: string[];
  restored: boolean;
  mcp: { file: string; removed: boolean };
}

/** Undefined: this client has no file of that scope. */
export async function disconnectClient(
  client: ClientName,
  scope: SettingsScope,
  { installs: installsDir }: Home,
): Promise<Disconnected | undefined> {
  const file = hooksFileOf(client, scope);
  if (file === undefined) return undefined;
  const { server, edit = jsonHooks, also } = await SETUPS[client].connect();
  const isUser = scope === "user";
  const mcp = server.file();
  // This comes first: a folder that was created for the hooks is removed only when it is empty.
  if (isUser) also?.uninstall();
  const isShared = mcp === file;
  const removedFirst = isUser && !isShared && withoutServer(mcp, server.edit, installsDir);
  const { removed, restored } = uninstall(file, edit, installsDir);
  const hadServer = removedFirst || (isUser && isShared && withoutServer(mcp, server.edit, installsDir));
  return { client, file, removed, restored, mcp: { file: mcp, removed: hadServer } };
}

/** An unreadable file of the client must not block the uninstallation. */
export function withoutServer(
  file: string,
  edit: ClientConnect["server"]["edit"],
  installsDir: string,
): boolean {
  try {
    return uninstall(file, edit, installsDir).removed.length > 0;
  } catch (error) {
    print(words.attention(words.uninstall.serverLeft(file, toSentence(error))));
    return false;
  }
}

/** Steps that the user still has to do in the client. */
export async function trustNote(client: ClientName): Promise<string | undefined> {
  const { trust } = await SETUPS[client].connect();
  return trust === undefined ? undefined : words.install[trust];
}

// What the client's settings need for the user's own hooks and rules.

/**
 * The user's settings apply to all projects, so they cover every project that the user trusts: installing from one folder
 * must not remove what another needs. A project's settings cover only that project.
 */
export async function neededBy(home: Home, scope: SettingsScope, dir: string): Promise<HookNeeds> {
  const trust = new TrustStore(trustFile(home.dir));
  const loader = new HookLoader(home, trust);
  const here = projectRoot(dir);
  const projects = scope === "user" ? [...new Set([here, ...trust.projects()])] : [here];
  const loaded = await Promise.all(projects.map((project) => loader.load(project)));
  const needs = hookNeeds(loaded.flatMap(({ hooks }) => hooks));
  return withRules(needs, readUserSettings(home).settings.permissions);
}

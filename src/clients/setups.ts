/** The clients' settings and records. The hook program does not load this: see `table.ts` for the wire. */
import { existsSync } from "node:fs";
import { findProgram } from "../platform/env.ts";
import { readIfThere } from "../platform/files.ts";
import { CLIENT_ARGUMENT, OWN_ARGUMENT } from "../platform/own-hook.ts";
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "./index.ts";
import type { SettingsScope } from "./settings/entries.ts";
import type { ClientSetup } from "./setup.ts";
import { SETUPS as table } from "./setup-table.ts";

export const SETUPS: Readonly<Record<ClientName, ClientSetup>> = table;

/** By its name, or a common alias. */
export function clientNamed(name: string): ClientName | undefined {
  return CLIENT_NAMES.find((client) => client === name || SETUPS[client].aliases.includes(name));
}

/** What people type for it. */
export function shortName(client: ClientName): string {
  return SETUPS[client].aliases[0] ?? client;
}

/** A client recorded by a newer version is shown by its own name. */
export function titleOf(client: string): string {
  return CLIENT_NAMES.includes(client as ClientName) ? SETUPS[client as ClientName].title : client;
}

export interface ClientConnection {
  client: ClientName;
  /** True if it is on this machine, connected to Pawl or not. */
  isInstalled: boolean;
  isConnected: boolean;
  /** The location of the hooks: a file, or the client's plugin. */
  by?: { file: string } | "plugin";
}

/** Reads the clients' settings and changes nothing. */
export function connections(projectDir: string): ClientConnection[] {
  return CLIENT_NAMES.map((client) => {
    const { program, home, hasPlugin } = SETUPS[client];
    const isInstalled = findProgram(program) !== null || existsSync(home());
    const [scope] = connectedScopes(client, projectDir);
    const file = scope === undefined ? undefined : SETUPS[client].hooksFile(scope, projectDir);
    if (file !== undefined) return { client, isInstalled, isConnected: true, by: { file } };
    if (hasPlugin?.() === true) return { client, isInstalled, isConnected: true, by: "plugin" };
    return { client, isInstalled, isConnected: false };
  });
}

const SCOPES: readonly SettingsScope[] = ["user", "project", "local"];

/** The scopes whose settings file contains entries of Pawl. Good enough to name clients; an installation is read exactly. */
export function connectedScopes(client: ClientName, projectDir: string): SettingsScope[] {
  const mark = client === DEFAULT_CLIENT ? OWN_ARGUMENT : `${CLIENT_ARGUMENT}${client}`;
  return SCOPES.filter((scope) => textOf(SETUPS[client].hooksFile(scope, projectDir)).includes(mark));
}

function textOf(file: string | undefined): string {
  try {
    return (file === undefined ? undefined : readIfThere(file)) ?? "";
  } catch {
    // Unreadable, so the client cannot read it either.
    return "";
  }
}

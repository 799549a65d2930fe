/** The clients' settings and records, one line each. The hook program does not load this: see `table.ts` for the wire. */
import { existsSync } from "node:fs";
import { findProgram } from "../platform/env.ts";
import { readIfThere } from "../platform/files.ts";
import { CLIENT_ARGUMENT, OWN_ARGUMENT } from "../platform/own-hook.ts";
import { claudeSetup } from "./claude-code/setup.ts";
import { codexSetup } from "./codex/setup.ts";
import { copilotSetup } from "./copilot-cli/setup.ts";
import { geminiSetup } from "./gemini-cli/setup.ts";
import { CLIENT_NAMES, type ClientName, DEFAULT_CLIENT } from "./index.ts";
import { opencodeSetup } from "./opencode/setup.ts";
import type { ClientSetup } from "./setup.ts";

export const SETUPS: Readonly<Record<ClientName, ClientSetup>> = {
  "claude-code": claudeSetup,
  codex: codexSetup,
  "gemini-cli": geminiSetup,
  "copilot-cli": copilotSetup,
  opencode: opencodeSetup,
};

/** By its name, or what people call it. */
export function clientNamed(name: string): ClientName | undefined {
  return CLIENT_NAMES.find((client) => client === name || SETUPS[client].aliases.includes(name));
}

/** What people type for it. */
export function shortName(client: ClientName): string {
  return SETUPS[client].aliases[0] ?? client;
}

/** A client that a newer version has recorded is shown by its name. */
export function titleOf(client: string): string {
  return CLIENT_NAMES.includes(client as ClientName) ? SETUPS[client as ClientName].title : client;
}

/** On this machine, whether or not Pawl is connected to it. */
export function isInstalled(client: ClientName): boolean {
  const { program, home } = SETUPS[client];
  return findProgram(program) !== null || existsSync(home());
}

/** Good enough to decide what is imported; what is installed is read exactly. Not for Claude Code, which has more ways. */
export function hasOwnEntries(client: ClientName, projectDir: string): string | undefined {
  const { hooksFile } = SETUPS[client];
  const files = (["user", "project"] as const).flatMap((scope) => hooksFile(scope, projectDir) ?? []);
  return files.find((file) => hasEntriesIn(file, client));
}

export function hasEntriesIn(file: string, client: ClientName): boolean {
  try {
    const mark = client === DEFAULT_CLIENT ? OWN_ARGUMENT : `${CLIENT_ARGUMENT}${client}`;
    return readIfThere(file)?.includes(mark) ?? false;
  } catch {
    // Not readable: then the client cannot read it either.
    return false;
  }
}

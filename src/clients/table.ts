import type { Env } from "../platform/env.ts";
import { claudeCode } from "./claude-code/client.ts";
import type { Client } from "./client.ts";
import { codex } from "./codex/client.ts";
import { copilotCli } from "./copilot-cli/client.ts";
import { geminiCli } from "./gemini-cli/client.ts";
import { opencode } from "./opencode/client.ts";

const TABLE = {
  "claude-code": claudeCode,
  codex,
  "gemini-cli": geminiCli,
  "copilot-cli": copilotCli,
  opencode,
} satisfies Record<string, Client>;

export type ClientName = keyof typeof TABLE;

export const CLIENTS: Readonly<Record<ClientName, Client>> = TABLE;

export const DEFAULT_CLIENT: ClientName = "claude-code";

export const CLIENT_NAMES = Object.keys(CLIENTS) as readonly ClientName[];

/** From a header, a file or a column; undefined for a name unknown to this version. */
export function toClientName(name: unknown): ClientName | undefined {
  return CLIENT_NAMES.find((known) => known === name);
}

/** The session in which a command was started, according to the clients' variables. Undefined outside of any session. */
export function callingSession(env: Env): string | undefined {
  const names = Object.values(CLIENTS).flatMap(({ agent }) => agent.sessions);
  return names.map((name) => env[name]).find((id) => id !== undefined && id !== "");
}

import { claudeCode } from "./claude-code/client.ts";
import type { Client } from "./client.ts";
import { codex } from "./codex/client.ts";

export type ClientName = "claude-code" | "codex";

export const CLIENTS: Readonly<Record<ClientName, Client>> = { "claude-code": claudeCode, codex };

export const DEFAULT_CLIENT: ClientName = "claude-code";

export const CLIENT_NAMES = Object.keys(CLIENTS) as readonly ClientName[];

/** From a header, a file or a column: undefined for a name that this version does not know. */
export function toClientName(name: unknown): ClientName | undefined {
  return CLIENT_NAMES.find((known) => known === name);
}

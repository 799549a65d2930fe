import { claudeCode } from "./claude-code/client.ts";
import type { Client } from "./client.ts";

export const CLIENTS = { "claude-code": claudeCode } satisfies Record<string, Client>;

export type ClientName = keyof typeof CLIENTS;

export const DEFAULT_CLIENT: ClientName = "claude-code";

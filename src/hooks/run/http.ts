/** An `http` hook: posts the event as JSON to a URL and reads JSON back, as in Claude Code. */

import { type HookEventName, toReply } from "../../clients/index.ts";
import type { Env } from "../../platform/env.ts";
import { toMessage } from "../../platform/errors.ts";
import { replaceReferences } from "../variables.ts";
import { OUTPUT_LIMIT } from "./command.ts";
import { failedRun, type HookResult } from "./outcome.ts";

interface HttpRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Variables that a header may contain as `$NAME`. No others are sent. */
  allowedEnvVars: readonly string[];
  input: string;
  env: Env;
}

export async function runHttp(
  event: HookEventName,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HookResult> {
  const { url, input: body } = request;
  const headers = { "Content-Type": "application/json", ...toHeaders(request) };
  try {
    // Only the configured server may answer: a redirect could lead anywhere.
    const response = await fetch(url, { method: "POST", headers, body, redirect: "error", signal });
    const text = await response.text();
    if (!response.ok) return failedRun(`${url} answered with status ${response.status}.`);
    if (text.length > OUTPUT_LIMIT) return failedRun(`${url} answered more than ${OUTPUT_LIMIT} characters.`);
    if (text.trim() === "") return { outcome: "ok", reply: {} };
    const value: unknown = JSON.parse(text);
    return { outcome: "ok", answer: value, ...toReply(event, value) };
  } catch (error) {
    return failedRun(`${url}: ${toMessage(error)}`);
  }
}

function toHeaders({ headers, allowedEnvVars, env }: HttpRequest): Record<string, string> {
  const valueByName = (name: string) => (allowedEnvVars.includes(name) ? (env[name] ?? "") : undefined);
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    replaceReferences(value, valueByName),
  ]);
  return Object.fromEntries(entries);
}

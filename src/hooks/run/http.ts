/** An `http` hook: posts the event as JSON to a URL and reads JSON back, as in Claude Code. */

import { type HookEventName, toReply } from "../../clients/index.ts";
import type { Env } from "../../platform/env.ts";
import { toMessage } from "../../platform/errors.ts";
import { failedRun, type HookResult } from "./outcome.ts";

interface HttpRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Variables that a header may contain as `$NAME`. No others are sent. */
  allowedEnvVars: readonly string[];
  input: string;
  env: Env;
}

const ANSWER_LIMIT = 1024 * 1024;

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
    if (text.length > ANSWER_LIMIT) return failedRun(`${url} answered more than ${ANSWER_LIMIT} characters.`);
    if (text.trim() === "") return { outcome: "ok", reply: {} };
    const value: unknown = JSON.parse(text);
    return { outcome: "ok", answer: value, ...toReply(event, value) };
  } catch (error) {
    return failedRun(`${url}: ${toMessage(error)}`);
  }
}

function toHeaders({ headers, allowedEnvVars, env }: HttpRequest): Record<string, string> {
  const put = (value: string) =>
    value.replace(/\$(?:\{(\w+)\}|(\w+))/g, (whole, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? "";
      return allowedEnvVars.includes(name) ? (env[name] ?? "") : whole;
    });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, put(value)]));
}

/** An `http` hook: the event as JSON to a URL, the answer as JSON back, as in Claude Code. */

import { type HookEventName, toReply } from "../../clients/index.ts";
import type { Env } from "../../platform/env.ts";
import { toMessage } from "../../platform/errors.ts";
import { failed, type HookResult, timedOut } from "./outcome.ts";

interface HttpRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Variables that may stand in a header as `$NAME`; no other is sent anywhere. */
  allowedEnvVars: readonly string[];
  input: string;
  env: Env;
  timeoutMs: number;
  signal: AbortSignal;
}

const ANSWER_LIMIT = 1024 * 1024;

export async function runHttp(event: HookEventName, request: HttpRequest): Promise<HookResult> {
  const time = AbortSignal.timeout(request.timeoutMs);
  try {
    const response = await fetch(request.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...toHeaders(request) },
      body: request.input,
      // Who answers must be who was asked: a redirect could lead anywhere.
      redirect: "error",
      signal: AbortSignal.any([time, request.signal]),
    });
    const text = await response.text();
    if (!response.ok) return failed(`${request.url} answered with status ${response.status}.`);
    if (text.length > ANSWER_LIMIT)
      return failed(`${request.url} answered more than ${ANSWER_LIMIT} characters.`);
    if (text.trim() === "") return { outcome: "ok", reply: {} };
    const value: unknown = JSON.parse(text);
    return { outcome: "ok", answer: value, ...toReply(event, value) };
  } catch (error) {
    if (time.aborted) return timedOut(request.timeoutMs);
    return failed(`${request.url}: ${toMessage(error)}`);
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

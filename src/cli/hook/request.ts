/** The request that carries an event to the daemon. */
import { eventRequest, joined, textOf } from "../../platform/connection.ts";
import { processEnv } from "../../platform/env.ts";
import {
  HOOK_AT_HEADER,
  HOOK_CLIENT_HEADER,
  HOOK_ENV_HEADER,
  HOOK_GATES_HEADER,
  HOOK_NAME_HEADER,
  HOOK_WAIT_HEADER,
  NOT_TERMINAL,
  SESSION_ENV,
  TERMINAL_HEADER,
} from "../../platform/hook-request.ts";

export interface EventToSend {
  body: Uint8Array;
  name: string | undefined;
  /** The calling coding agent; undefined: Claude Code. */
  client: string | undefined;
  /** The time of the call. Sent with the event, so that a second attempt is recognized as the same event. */
  at: number;
  /** The session is not recorded, but its gates apply. */
  isGatesOnly?: boolean;
}

/** `waitMs`: how long the caller waits for the answer. */
export function toRequest(
  event: EventToSend,
  { daemon: { port }, token }: { daemon: { port: number }; token: string },
  waitMs: number,
): Uint8Array {
  const { body, name, client } = event;
  const terminal = new TextEncoder().encode(terminalOf(body));
  const env = sessionEnv();
  const headers: [string, string][] = [
    ["host", `127.0.0.1:${port}`],
    ["authorization", `Bearer ${token}`],
    ["content-type", "application/json"],
    ["connection", "close"],
    [HOOK_AT_HEADER, String(event.at)],
    [HOOK_WAIT_HEADER, String(Math.max(1, waitMs))],
  ];
  if (env !== undefined) headers.push([HOOK_ENV_HEADER, encodeURIComponent(JSON.stringify(env))]);
  if (event.isGatesOnly === true) headers.push([HOOK_GATES_HEADER, "1"]);
  if (client !== undefined) headers.push([HOOK_CLIENT_HEADER, encodeURIComponent(client)]);
  if (terminal.length > 0) headers.push([TERMINAL_HEADER, String(terminal.length)]);
  if (name !== undefined) headers.push([HOOK_NAME_HEADER, encodeURIComponent(name)]);
  return eventRequest(headers, joined([body, terminal]));
}

/** Undefined if the session has none of them. */
function sessionEnv(): Record<string, string> | undefined {
  let env: Record<string, string> | undefined;
  for (const name of SESSION_ENV) {
    const value = processEnv[name];
    if (!value) continue;
    env ??= {};
    env[name] = value;
  }
  return env;
}

/** The user's own commands run with the variables of the terminal, which only this program has. Empty for other events. */
function terminalOf(body: Uint8Array): string {
  const text = textOf(body.subarray(0, 4096));
  if (!text.includes('"SessionStart"') && !text.includes('"UserPromptSubmit"')) return "";
  const own = { ...processEnv };
  for (const name of NOT_TERMINAL) delete own[name];
  return JSON.stringify(own);
}

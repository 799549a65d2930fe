/** The request that carries an event to the daemon. */
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
import { textOf } from "./read-file.ts";

export interface EventToSend {
  body: Uint8Array;
  name: string | undefined;
  /** Which coding agent called; undefined: Claude Code. */
  client: string | undefined;
  /** When it was called. Sent with the event, so that a second attempt is recognised as the same event. */
  at: number;
  /** The session is not recorded; its gates hold. */
  isGatesOnly?: boolean;
}

/** `waitMs`: for how long the caller waits for the answer. */
export function toRequest(
  event: EventToSend,
  { daemon: { port }, token }: { daemon: { port: number }; token: string },
  waitMs: number,
): Uint8Array {
  const terminal = terminalOf(event.body);
  const length = event.body.length + terminal.length;
  const lines = [
    "POST /hook HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/json",
    `Content-Length: ${length}`,
    "Connection: close",
    `${HOOK_AT_HEADER}: ${event.at}`,
    `${HOOK_ENV_HEADER}: ${encodeURIComponent(JSON.stringify(sessionEnv()))}`,
    `${HOOK_WAIT_HEADER}: ${Math.max(1, waitMs)}`,
  ];
  if (event.isGatesOnly === true) lines.push(`${HOOK_GATES_HEADER}: 1`);
  if (event.client !== undefined) lines.push(`${HOOK_CLIENT_HEADER}: ${encodeURIComponent(event.client)}`);
  if (terminal.length > 0) lines.push(`${TERMINAL_HEADER}: ${terminal.length}`);
  if (event.name !== undefined) lines.push(`${HOOK_NAME_HEADER}: ${encodeURIComponent(event.name)}`);
  return joined([new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`), event.body, terminal]);
}

function sessionEnv(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of SESSION_ENV) {
    const value = processEnv[name];
    if (value) env[name] = value;
  }
  return env;
}

/** The user's own commands run with the variables of the terminal, which only this program has. */
function terminalOf(body: Uint8Array): Uint8Array {
  const text = textOf(body.subarray(0, 4096));
  if (!text.includes('"SessionStart"') && !text.includes('"UserPromptSubmit"')) return new Uint8Array();
  const own = { ...processEnv };
  for (const name of NOT_TERMINAL) delete own[name];
  return new TextEncoder().encode(JSON.stringify(own));
}

/** Without `reduce`, whose first use takes a tenth of a millisecond. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

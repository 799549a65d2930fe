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

const FIXED_LINES = ["Content-Type: application/json", "Connection: close", ""].join("\r\n");

/** `waitMs`: for how long the caller waits for the answer. */
export function toRequest(
  event: EventToSend,
  { daemon: { port }, token }: { daemon: { port: number }; token: string },
  waitMs: number,
): Uint8Array {
  const { body, name, client } = event;
  const encoder = new TextEncoder();
  const terminal = encoder.encode(terminalOf(body));
  const env = sessionEnv();
  // One text: a list of its lines would take longer to make than to send.
  let head = "POST /hook HTTP/1.1\r\n";
  head += `Host: 127.0.0.1:${port}\r\n`;
  head += `Authorization: Bearer ${token}\r\n`;
  head += `Content-Length: ${body.length + terminal.length}\r\n`;
  head += FIXED_LINES;
  head += `${HOOK_AT_HEADER}: ${event.at}\r\n`;
  head += `${HOOK_WAIT_HEADER}: ${Math.max(1, waitMs)}\r\n`;
  if (env !== undefined) head += `${HOOK_ENV_HEADER}: ${encodeURIComponent(JSON.stringify(env))}\r\n`;
  if (event.isGatesOnly === true) head += `${HOOK_GATES_HEADER}: 1\r\n`;
  if (client !== undefined) head += `${HOOK_CLIENT_HEADER}: ${encodeURIComponent(client)}\r\n`;
  if (terminal.length > 0) head += `${TERMINAL_HEADER}: ${terminal.length}\r\n`;
  if (name !== undefined) head += `${HOOK_NAME_HEADER}: ${encodeURIComponent(name)}\r\n`;
  return joined([encoder.encode(`${head}\r\n`), body, terminal]);
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

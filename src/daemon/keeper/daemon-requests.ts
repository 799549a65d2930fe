/** Sends hook events to the daemon over connections that stay open. */
import { type Connection, connect, eventRequest, type RawAnswer } from "../../platform/connection.ts";
import type { Attached } from "./upstream.ts";

/** Idle connections that are kept; further ones are closed. */
const KEPT = 16;

const idleOf = new WeakMap<Attached, Connection[]>();

/** Rejects if the connection closes before the answer is complete. */
export async function sendEvent(daemon: Attached, headers: Headers, body: Uint8Array): Promise<RawAnswer> {
  const request = eventRequest(headers, body);
  const idle = idleOf.get(daemon) ?? [];
  idleOf.set(daemon, idle);
  const reused = idle.pop();
  let connection = reused ?? (await connect(daemon.address));
  let answer: RawAnswer;
  try {
    answer = await connection.ask(request);
  } catch (error) {
    // The daemon closes connections that were idle for long, and this one may be closing right now.
    if (reused === undefined || connection.hasAnswered()) throw error;
    connection = await connect(daemon.address);
    answer = await connection.ask(request);
  }
  if (idle.length < KEPT && connection.isOpen()) idle.push(connection);
  else connection.end();
  return answer;
}

const OWN_TO_CONNECTION: ReadonlySet<string> = new Set(["content-length", "connection", "keep-alive"]);

export function toResponse({ status, head, body }: RawAnswer): Response {
  const headers = new Headers();
  for (const line of head.split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon);
    if (!OWN_TO_CONNECTION.has(name.toLowerCase())) headers.append(name, line.slice(colon + 1).trim());
  }
  return new Response(body, { status, headers });
}

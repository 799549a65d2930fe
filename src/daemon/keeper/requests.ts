/** The keeper's requests to the daemon: events over connections that stay open, everything else with `fetch`. */
import { type Connection, connect, eventRequest, type RawAnswer } from "../../platform/connection.ts";
import type { DaemonAddress } from "../../platform/daemon-info.ts";

/** A daemon that the keeper can reach. */
export interface Attached {
  pid: number;
  version: string;
  address: DaemonAddress;
}

/** Idle connections that are kept; further ones are closed. */
const KEPT = 16;

const idleOf = new WeakMap<Attached, Connection[]>();

/** Rejects if the connection closes before the answer is complete. */
export async function sendEvent(
  daemon: Attached,
  headers: Iterable<readonly [string, string]>,
  body: Uint8Array,
): Promise<Response> {
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
  return toResponse(answer);
}

function toResponse({ status, head, body }: RawAnswer): Response {
  const lines = head.split("\r\n").slice(1);
  const headers = lines.map((line): HeaderPair => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return new Response(body, { status, headers: forwarded(headers) });
}

export function send(daemon: Attached, path: string, init: RequestInit): Promise<Response> {
  const { address } = daemon;
  const options: BunFetchRequestInit = { ...init, redirect: "manual", decompress: false };
  if ("unix" in address) return fetch(`http://pawl${path}`, { ...options, unix: address.unix });
  return fetch(`http://127.0.0.1:${address.port}${path}`, options);
}

type HeaderPair = [string, string];

/** Headers that apply to one connection only, or to the body's original encoding. */
const HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "upgrade",
  "te",
  "trailer",
]);

export function forwarded(headers: Iterable<readonly [string, string]>): HeaderPair[] {
  const kept: HeaderPair[] = [];
  for (const [name, value] of headers) if (!HOP.has(name)) kept.push([name, value]);
  return kept;
}

/**
 * Sends hook events to the daemon. Connections stay open and a request is a single write, because `fetch` costs ten times
 * as much as the daemon needs to read the request.
 */
import { headersOf } from "./raw-event.ts";
import type { Attached } from "./upstream.ts";

/** The daemon's unchanged response. */
export interface DaemonReply {
  bytes: Buffer;
  /** Where its body begins. */
  bodyAt: number;
}

/** The most idle connections that are kept; further ones are closed. */
const KEPT = 16;
const HEAD_END = Buffer.from("\r\n\r\n");

const idleOf = new WeakMap<Attached, Connection[]>();

/** Sends a request, head and body. Rejects if the connection closes before the response is complete. */
export async function sendEvent(daemon: Attached, request: Uint8Array): Promise<DaemonReply> {
  const idle = idleOf.get(daemon) ?? [];
  idleOf.set(daemon, idle);
  const known = idle.pop();
  let connection = known ?? (await connect(daemon));
  let reply: DaemonReply;
  try {
    reply = await connection.ask(request);
  } catch (error) {
    // The daemon closes connections that were idle for long, and this one may be closing right now.
    if (known === undefined || connection.hasAnswered()) throw error;
    connection = await connect(daemon);
    reply = await connection.ask(request);
  }
  if (idle.length < KEPT && connection.isOpen()) idle.push(connection);
  else connection.end();
  return reply;
}

export function toRequest(headers: Headers, body: Uint8Array): Uint8Array {
  let head = "POST /hook HTTP/1.1\r\n";
  for (const [name, value] of headers) head += `${name}: ${value}\r\n`;
  return Buffer.concat([Buffer.from(`${head}content-length: ${body.length}\r\n\r\n`, "latin1"), body]);
}

export function toResponse({ bytes, bodyAt }: DaemonReply): Response {
  const head = bytes.toString("latin1", 0, bodyAt - HEAD_END.length);
  const headers = headersOf(head);
  for (const name of ["content-length", "connection", "keep-alive"]) headers.delete(name);
  const body = bytes.subarray(bodyAt) as Uint8Array<ArrayBuffer>;
  return new Response(body, { status: Number(head.split(" ", 2)[1]), headers });
}

interface Connection {
  ask(request: Uint8Array): Promise<DaemonReply>;
  /** Whether any of the answer has come. */
  hasAnswered(): boolean;
  isOpen(): boolean;
  end(): void;
}

async function connect({ address }: Attached): Promise<Connection> {
  let waiting: PromiseWithResolvers<DaemonReply> | undefined;
  let read: Buffer = Buffer.alloc(0);
  let unwritten: Uint8Array | undefined;
  let isOpen = true;

  const ended = () => {
    isOpen = false;
    waiting?.reject(new Error("The daemon closed the connection."));
    waiting = undefined;
  };
  const handlers: Bun.SocketHandler = {
    data(_, chunk) {
      read = read.length === 0 ? chunk : Buffer.concat([read, chunk]);
      const reply = toReply(read);
      if (reply === undefined) return;
      waiting?.resolve(reply);
      waiting = undefined;
    },
    drain(socket) {
      if (unwritten !== undefined) unwritten = rest(unwritten, socket.write(unwritten));
    },
    close: ended,
    error: ended,
  };
  const place = "unix" in address ? { unix: address.unix } : { hostname: "127.0.0.1", port: address.port };
  const socket = await Bun.connect({ ...place, socket: handlers } as Bun.UnixSocketOptions<undefined>);
  return {
    ask(request) {
      read = Buffer.alloc(0);
      waiting = Promise.withResolvers();
      const { promise } = waiting;
      if (!isOpen) ended();
      else unwritten = rest(request, socket.write(request));
      return promise;
    },
    hasAnswered: () => read.length > 0,
    isOpen: () => isOpen,
    end: () => socket.end(),
  };
}

/** Bytes that a full socket did not accept; they are sent on `drain`. */
function rest(bytes: Uint8Array, written: number): Uint8Array | undefined {
  return written < bytes.length ? bytes.subarray(Math.max(0, written)) : undefined;
}

const LENGTH = /\r\ncontent-length: *(\d+)/i;

/** Undefined until the response is complete. The daemon's responses to events always have a Content-Length. */
function toReply(read: Buffer): DaemonReply | undefined {
  const end = read.indexOf(HEAD_END);
  if (end === -1) return undefined;
  const bodyAt = end + HEAD_END.length;
  const length = Number(LENGTH.exec(read.toString("latin1", 0, end))?.[1] ?? 0);
  return read.length < bodyAt + length ? undefined : { bytes: read.subarray(0, bodyAt + length), bodyAt };
}

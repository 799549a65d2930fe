/**
 * HTTP/1.1 over a socket, between Pawl's own processes: `pawl hook` and the keeper send events to the daemon. `pawl hook` would
 * start threads for `fetch`, and the keeper would spend more time on it than the daemon spends on the event. No `Buffer` and no
 * `node:` module: `pawl hook` starts at every prompt, and `node:fs` alone takes half as long as the runtime's start.
 */
import type { DaemonAddress } from "./daemon-info.ts";

export interface RawAnswer {
  status: number;
  /** Status line and headers. */
  head: string;
  body: Uint8Array<ArrayBuffer>;
}

export interface Connection {
  /** One request at a time. Rejects if the connection closes before the whole answer has arrived. */
  ask(request: Uint8Array): Promise<RawAnswer>;
  /** True if any part of the last answer has arrived. */
  hasAnswered(): boolean;
  isOpen(): boolean;
  end(): void;
}

/** Rejects if no process listens there. */
export async function connect(address: DaemonAddress): Promise<Connection> {
  let waiting: PromiseWithResolvers<RawAnswer> | undefined;
  let received: Uint8Array<ArrayBuffer> = new Uint8Array();
  let unsent: Uint8Array = new Uint8Array();
  let isOpen = true;

  // The part that the kernel does not accept at once is sent on `drain`.
  const send = (socket: Bun.Socket) => {
    if (unsent.length > 0) unsent = unsent.subarray(Math.max(0, socket.write(unsent)));
  };
  const closed = () => {
    isOpen = false;
    waiting?.reject(new Error("The connection closed before the answer was complete."));
    waiting = undefined;
  };
  const socket = await Bun.connect({
    ...("unix" in address ? address : { hostname: "127.0.0.1", port: address.port }),
    socket: {
      binaryType: "uint8array",
      data: (_socket, chunk: Uint8Array<ArrayBuffer>) => {
        received = received.length === 0 ? chunk : joined([received, chunk]);
        const answer = toAnswer(received);
        if (answer === undefined) return;
        waiting?.resolve(answer);
        waiting = undefined;
      },
      drain: send,
      close: closed,
      error: closed,
    },
  } as Bun.UnixSocketOptions<undefined>);
  return {
    ask(request) {
      received = new Uint8Array();
      waiting = Promise.withResolvers();
      const { promise } = waiting;
      unsent = request;
      if (isOpen) send(socket);
      else closed();
      return promise;
    },
    hasAnswered: () => received.length > 0,
    isOpen: () => isOpen,
    end: () => void socket.end(),
  };
}

/** Undefined until it is complete. The daemon's answers to events always have a Content-Length. */
function toAnswer(received: Uint8Array<ArrayBuffer>): RawAnswer | undefined {
  const end = headEnd(received);
  if (end === -1) return undefined;
  const head = textOf(received.subarray(0, end));
  const bodyAt = end + 4;
  const bodyEnd = bodyAt + Number.parseInt(headerIn(head, "content-length") ?? "0", 10);
  if (received.length < bodyEnd) return undefined;
  return { status: Number(head.split(" ", 2)[1]), head, body: received.subarray(bodyAt, bodyEnd) };
}

/** The index of `\r\n\r\n`; -1 if it has not arrived. */
function headEnd(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(13); at !== -1; at = bytes.indexOf(13, at + 1)) {
    if (bytes[at + 1] === 10 && bytes[at + 2] === 13 && bytes[at + 3] === 10) return at;
  }
  return -1;
}

export function headerIn(head: string, name: string): string | undefined {
  const at = head.toLowerCase().indexOf(`\r\n${name}:`);
  if (at === -1) return undefined;
  const from = at + name.length + 3;
  const end = head.indexOf("\r\n", from);
  return head.slice(from, end === -1 ? undefined : end).trim();
}

/** `POST /hook` with this body. */
export function eventRequest(headers: Iterable<readonly [string, string]>, body: Uint8Array): Uint8Array {
  let head = "POST /hook HTTP/1.1\r\n";
  for (const [name, value] of headers) head += `${name}: ${value}\r\n`;
  return joined([new TextEncoder().encode(`${head}content-length: ${body.length}\r\n\r\n`), body]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
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

const decoder = new TextDecoder();

export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

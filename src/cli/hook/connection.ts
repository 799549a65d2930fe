/**
 * `pawl hook`'s connection to the daemon: one request, one answer, HTTP over a bare socket. It avoids
 * `Buffer`, whose first use costs the hook a sixth of a millisecond.
 */
import { OWN_ANSWER_HEADER } from "../../platform/hook-request.ts";
import { textOf } from "./read-file.ts";
import { joined } from "./request.ts";

export type AskOutcome =
  | { kind: "answered"; body: string }
  /** The daemon will never accept this event. */
  | { kind: "refused"; status: number }
  /** No daemon, or one that is shutting down. */
  | { kind: "absent" }
  /** Another program, or another user's daemon. */
  | { kind: "stranger" }
  /** Connected, but no answer in time. */
  | { kind: "silent"; port: number };

/** A connection to the daemon, or to whatever has the port. */
export interface DaemonConnection {
  /** Sends the request, once, and waits for the answer. */
  ask(request: Uint8Array): Promise<AskOutcome>;
  end(): void;
}

/** Undefined if nothing listens there. */
export function connect(
  place: { unix: string } | { hostname: string; port: number },
): Promise<DaemonConnection | undefined> {
  const opened = Promise.withResolvers<DaemonConnection | undefined>();
  const answered = Promise.withResolvers<AskOutcome>();
  let received: Uint8Array = new Uint8Array();
  // The part that the kernel does not take at once is sent on `drain`.
  let rest: Uint8Array = new Uint8Array();
  const send = (socket: Bun.Socket) => {
    rest = rest.subarray(socket.write(rest));
  };
  const gone = () => {
    opened.resolve(undefined);
    answered.resolve(toOutcome(textOf(received)));
  };
  Bun.connect({
    ...place,
    socket: {
      binaryType: "uint8array",
      open: (socket) =>
        opened.resolve({
          ask(request) {
            rest = request;
            send(socket);
            return answered.promise;
          },
          end: () => void socket.end(),
        }),
      drain: send,
      data: (_socket, chunk: Uint8Array) => {
        received = received.length === 0 ? chunk : joined([received, chunk]);
        // The daemon closes only milliseconds after its answer, so Content-Length says when the answer is complete.
        const answer = textOf(received);
        if (isWhole(answer, received.length)) answered.resolve(toOutcome(answer));
      },
      close: gone,
      error: gone,
      connectError: gone,
    },
  } as Bun.UnixSocketOptions<undefined>).catch(gone);
  return opened.promise;
}

/** The head is ASCII, so characters equal bytes. No regular expression: its first use costs as much as `Buffer`. */
function isWhole(answer: string, bytes: number): boolean {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd === -1) return false;
  const head = answer.slice(0, headEnd).toLowerCase();
  const at = head.indexOf(LENGTH);
  return at !== -1 && bytes >= headEnd + 4 + Number.parseInt(head.slice(at + LENGTH.length), 10);
}

const LENGTH = "\r\ncontent-length:";
const STATUS = "http/1.1 ";

function toOutcome(answer: string): AskOutcome {
  const headEnd = answer.indexOf("\r\n\r\n");
  if (headEnd === -1) return { kind: "absent" };
  const head = answer.slice(0, headEnd).toLowerCase();
  const status = head.startsWith(STATUS) ? Number.parseInt(head.slice(STATUS.length), 10) : 0;
  // 401: a Pawl that does not know our token belongs to another user.
  if (!head.includes(`\r\n${OWN_ANSWER_HEADER}: `) || status === 401) return { kind: "stranger" };
  if (status === 200) return { kind: "answered", body: answer.slice(headEnd + 4) };
  // 400 and 413 are about this event; any other status means the daemon is shutting down.
  if (status === 400 || status === 413) return { kind: "refused", status };
  return { kind: "absent" };
}

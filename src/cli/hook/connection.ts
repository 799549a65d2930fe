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

export interface OpenConnection {
  /** Once. */
  send(request: Uint8Array): void;
  end(): void;
}

type Place = { unix: string } | { hostname: string; port: number };

/** Undefined if nothing listens there. */
export function connect(place: Place): Promise<DaemonConnection | undefined> {
  const opened = Promise.withResolvers<DaemonConnection | undefined>();
  const answered = Promise.withResolvers<AskOutcome>();
  open(
    place,
    (connection) =>
      opened.resolve(
        connection && {
          ask(request) {
            connection.send(request);
            return answered.promise;
          },
          end: connection.end,
        },
      ),
    answered.resolve,
  );
  return opened.promise;
}

/** `opened` is called once or twice, and counts once: undefined if nothing listens there. So does `answered`. */
export function open(
  place: Place,
  opened: (connection: OpenConnection | undefined) => void,
  answered: (outcome: AskOutcome) => void,
): void {
  let received: Uint8Array = new Uint8Array();
  // The part that the kernel does not take at once is sent on `drain`.
  let rest: Uint8Array = new Uint8Array();
  const send = (socket: Bun.Socket) => {
    rest = rest.subarray(socket.write(rest));
  };
  const gone = () => {
    opened(undefined);
    answered(toOutcome(textOf(received)));
  };
  Bun.connect({
    ...place,
    socket: {
      binaryType: "uint8array",
      open: (socket) =>
        opened({
          send(request) {
            rest = request;
            send(socket);
          },
          end: () => void socket.end(),
        }),
      drain: send,
      data: (_socket, chunk: Uint8Array) => {
        received = received.length === 0 ? chunk : joined([received, chunk]);
        // The daemon closes only milliseconds after its answer, so Content-Length says when the answer is complete.
        const answer = textOf(received);
        if (isWhole(answer, received.length)) answered(toOutcome(answer));
      },
      close: gone,
      error: gone,
      connectError: gone,
    },
  } as Bun.UnixSocketOptions<undefined>).catch(gone);
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

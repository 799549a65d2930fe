/**
 * The event comes from the standard input, the answer goes to the standard output. Clients connect both by sockets. Those
 * need no threads, which Bun starts for other files: half a millisecond. Callbacks instead of promises, for quick.ts.
 */
import { joined } from "./request.ts";

/** `failed` where there is none (a closed terminal). */
export function readInput(
  isSocket: boolean,
  done: (body: Uint8Array) => void,
  failed: (error: unknown) => void,
): void {
  if (!isSocket) {
    // Not `bytes()`, which is slower.
    Bun.stdin.arrayBuffer().then((bytes) => done(new Uint8Array(bytes)), failed);
    return;
  }
  const chunks: Uint8Array[] = [];
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    done(joined(chunks));
  };
  useSocket(
    0,
    {
      data: (_socket, chunk) => void chunks.push(chunk),
      open: nothing,
      drain: nothing,
      end,
      close: end,
      error: end,
    },
    failed,
  );
}

export interface Outlet {
  /** Once; waits for a slow reader. `done` also when nobody reads any more: the client has ended. */
  write(text: string, done: () => void): void;
}

/** It can be opened while the answer is still on its way. */
export function openOutput(isSocket: boolean): Outlet {
  if (!isSocket) {
    return {
      write: (text, done) => void Bun.write(Bun.stdout, text).then(done, done),
    };
  }
  let socket: Bun.Socket | undefined;
  let isClosed = false;
  let rest: Uint8Array | undefined;
  let written: () => void = nothing;
  const send = () => {
    if (rest === undefined || (socket === undefined && !isClosed)) return;
    if (!isClosed) rest = rest.subarray(Math.max(0, socket?.write(rest) ?? 0));
    if (isClosed || rest.length === 0) written();
  };
  const open = (opened: Bun.Socket) => {
    socket = opened;
    send();
  };
  const close = () => {
    isClosed = true;
    send();
  };
  // A client that only reads may have ended its own side (`end`); without a handler Bun would close ours too.
  useSocket(1, { data: nothing, open, drain: send, end: nothing, close, error: close }, close);
  return {
    write(text, done) {
      rest = new TextEncoder().encode(text);
      written = done;
      send();
    },
  };
}

const nothing = () => undefined;

function useSocket(
  fd: number,
  handler: Bun.SocketHandler<undefined, "uint8array">,
  failed: (error: unknown) => void,
): void {
  handler.binaryType = "uint8array";
  // The types know no `fd`.
  const options = { fd, allowHalfOpen: true, socket: handler } as unknown as Bun.UnixSocketOptions<undefined>;
  Bun.connect(options).catch(failed);
}

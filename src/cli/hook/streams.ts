/**
 * The event comes from the standard input, the answer goes to the standard output. Clients connect both by sockets. Those
 * need no threads, which Bun starts for other files: half a millisecond.
 */
import { joined } from "./request.ts";

/** Rejects where there is none (a closed terminal). */
export async function readInput(isSocket: boolean): Promise<Uint8Array> {
  // Not `bytes()`, which is slower.
  if (!isSocket) return new Uint8Array(await Bun.stdin.arrayBuffer());
  const chunks: Uint8Array[] = [];
  await useSocket(0, (done) => ({ data: (_socket, chunk) => void chunks.push(chunk), end: done }));
  return joined(chunks);
}

/** Waits for a slow reader. */
export async function writeOutput(text: string, isSocket: boolean): Promise<void> {
  if (!isSocket) {
    await Bun.write(Bun.stdout, text);
    return;
  }
  let rest = new TextEncoder().encode(text);
  await useSocket(1, (done) => {
    const send = (socket: Bun.Socket) => {
      rest = rest.subarray(Math.max(0, socket.write(rest)));
      if (rest.length === 0) done();
    };
    // A client that only reads may have ended its own side; without a handler Bun would close ours too.
    return { open: send, drain: send, end: () => undefined };
  });
}

/** Until `done` is called or it is closed. */
function useSocket(
  fd: number,
  handle: (done: () => void) => Bun.SocketHandler<undefined, "uint8array">,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const done = () => resolve();
  const socket = { binaryType: "uint8array", close: done, error: done, ...handle(done) } as const;
  // The types know no `fd`.
  const options = { fd, allowHalfOpen: true, socket } as unknown as Bun.UnixSocketOptions<undefined>;
  Bun.connect(options).catch(reject);
  return promise;
}

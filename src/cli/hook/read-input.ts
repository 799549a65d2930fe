/** The event, from standard input. */
import { joined } from "../../platform/connection.ts";
import type { ProgramCall } from "./call.ts";

/** Rejects if there is no standard input (a closed terminal). */
export async function readInput({ hasSocket }: Pick<ProgramCall, "hasSocket">): Promise<Uint8Array> {
  return hasSocket ? readSocket() : new Uint8Array(await Bun.stdin.arrayBuffer());
}

/** Clients connect a hook by sockets. Read as one, it needs no thread: a quarter of a millisecond less. */
function readSocket(): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  const end = () => resolve(joined(chunks));
  const ignore = () => undefined;
  const socket: Bun.SocketHandler<undefined, "uint8array"> = {
    binaryType: "uint8array",
    data: (_socket, chunk) => void chunks.push(chunk),
    open: ignore,
    drain: ignore,
    end,
    close: end,
    error: end,
  };
  // Bun's types have no `fd`.
  const options = { fd: 0, allowHalfOpen: true, socket } as unknown as Bun.UnixSocketOptions<undefined>;
  Bun.connect(options).catch(reject);
  return promise;
}

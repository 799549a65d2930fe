/** What `pawl hook` reads, without `node:fs` and without threads: Bun starts two for `Bun.file` and for standard input. */
import { joined, textOf } from "../../platform/connection.ts";

/** Undefined if it does not exist. */
export async function textIfThere(path: string): Promise<string | undefined> {
  try {
    // Pawl replaces its files atomically, so none gets shorter during the read.
    return textOf(Bun.mmap(path, { shared: false }));
  } catch (error) {
    // It cannot be mapped if it is empty, and on Windows.
    return isMissing(error) ? undefined : ifThere((file) => file.text(), path);
  }
}

export async function belongsToOthers(dir: string): Promise<boolean> {
  const mine = process.geteuid?.();
  if (mine === undefined) return false;
  // Follows links, because only the files' real location counts.
  return ((await ifThere((file) => file.stat(), dir))?.uid ?? mine) !== mine;
}

async function ifThere<T>(read: (file: Bun.BunFile) => Promise<T>, path: string): Promise<T | undefined> {
  try {
    return await read(Bun.file(path));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" || code === "ENOTDIR";
}

/** Reads the event. Clients connect hooks through sockets. */
export function readInput(isSocket: boolean): Promise<Uint8Array> {
  if (!isSocket) return Bun.stdin.bytes();
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  const data = (_socket: unknown, chunk: Uint8Array) => void chunks.push(chunk);
  const end = () => resolve(joined(chunks));
  const socket = { binaryType: "uint8array", data, end, close: end, error: end };
  // Bun's types have no `fd`.
  const options = { fd: 0, allowHalfOpen: true, socket } as unknown as Bun.UnixSocketOptions<undefined>;
  Bun.connect(options).catch(reject);
  return promise;
}

/** The daemon's sockets: its own, which the keeper uses, and the public port while there is no keeper. */
import { chmodSync, rmSync } from "node:fs";
import type { DaemonAddress } from "../platform/daemon-info.ts";
import { BODY_LIMIT } from "../platform/hook-request.ts";
import type { Home } from "../platform/paths.ts";
import { pathOf } from "./door.ts";

export interface Listener {
  fetch(request: Request): Response | Promise<Response>;
  /** Answers what is thrown outside of `fetch`. */
  onError(error: unknown): Response;
}

/** Two processes can listen on one port, so that it passes from one to the other without a gap. */
export const canShare = process.platform !== "win32";

/** The longest path that a socket can have: 104 bytes on macOS, 108 on Linux, with the zero at its end. */
const LONGEST_PATH = 103;

/** In its home; where there are no such sockets, or the path is too long, on a second loopback port. */
export function listenPrivately(
  home: Home,
  listener: Listener,
): { server: Bun.Server<undefined>; address: DaemonAddress } {
  if (process.platform === "win32" || Buffer.byteLength(home.socket) > LONGEST_PATH) {
    const server = listenOn({ hostname: "127.0.0.1", port: 0 }, listener);
    return { server, address: { port: server.port ?? 0 } };
  }
  // Left by a daemon that was killed; the lock says that none runs.
  rmSync(home.socket, { force: true });
  const server = listenOn({ unix: home.socket }, listener);
  chmodSync(home.socket, 0o600);
  return { server, address: { unix: home.socket } };
}

type Place = { unix: string } | { hostname: string; port: number; reusePort?: boolean };

export function listenOn(place: Place, { fetch, onError }: Listener): Bun.Server<undefined> {
  return Bun.serve({
    ...place,
    // Bun's page for an error shows source code.
    development: false,
    fetch: (request: Request, server: Bun.Server<undefined>) => {
      // A user's hook may take longer than the idle timeout; it has its own time limit.
      if (pathOf(request) === "/hook") server.timeout(request, 0);
      return fetch(request);
    },
    error: onError,
    // Over our own limit, so that the app rejects larger bodies with a message.
    maxRequestBodySize: BODY_LIMIT * 2,
    idleTimeout: 30,
  } as Bun.Serve.Options<undefined>);
}

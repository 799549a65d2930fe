/** The daemon's listeners: its own socket first, then the public port, through the keeper or directly. */

import { chmodSync, rmSync } from "node:fs";
import type { Clock } from "../platform/clock.ts";
import type { Counters } from "../platform/counters.ts";
import type { DaemonAddress } from "../platform/daemon-info.ts";
import { PawlError } from "../platform/errors.ts";
import { BODY_LIMIT } from "../platform/hook-request.ts";
import type { Log } from "../platform/log.ts";
import type { Home } from "../platform/paths.ts";
import { clearTrouble, noteTrouble } from "../platform/trouble.ts";
import { version } from "../platform/version.ts";
import { failed } from "./access.ts";
import { openPublicPort } from "./public-port.ts";

interface PortsOptions {
  home: Home;
  /** The public one. */
  port: number;
  /** The API token. */
  token: string;
  log: Log;
  counters: Counters;
  now: Clock;
  fetch: Listener["fetch"];
  /** A keeper that is starting. */
  begun: Bun.Subprocess | undefined;
}

/** Throws `port_taken`, and leaves a note for the next hook, if another program has the public port. */
export async function openPorts({ home, port, token, log, counters, now, fetch, begun }: PortsOptions) {
  const listener: Listener = {
    fetch,
    onError: (error) => failed(error, { count: counters.count, log }),
  };
  const { server, address } = listenPrivately(home, listener);
  try {
    const listen = () => listenOn({ hostname: "127.0.0.1", port, reusePort: canShare }, listener);
    const publicPort = await openPublicPort({ home, port, address, version, token, log, listen, begun });
    clearTrouble(home);
    return { server, publicPort };
  } catch (error) {
    if (error instanceof PawlError && error.code === "port_taken")
      noteTrouble(home, { kind: "taken", port, at: now() });
    await server.stop(true);
    throw error;
  }
}

// The daemon's sockets: its own, which the keeper uses, and the public port while there is no keeper.

interface Listener {
  fetch(request: Request): Response | Promise<Response>;
  /** Answers what is thrown outside of `fetch`. */
  onError(error: unknown): Response;
}

/** Two processes can listen on one port, so that it passes from one to the other without a gap. */
const canShare = process.platform !== "win32";

/** The longest path that a socket can have: 104 bytes on macOS, 108 on Linux, with the zero at its end. */
const LONGEST_PATH = 103;

/** In its home; where there are no such sockets, or the path is too long, on a second loopback port. */
function listenPrivately(
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

function listenOn(place: Place, { fetch, onError }: Listener): Bun.Server<undefined> {
  return Bun.serve({
    ...place,
    // Bun's page for an error shows source code.
    development: false,
    fetch: (request: Request, server: Bun.Server<undefined>) => {
      // A user's hook may take longer than the idle timeout; it has its own time limit.
      if (request.url.endsWith("/hook")) server.timeout(request, 0);
      return fetch(request);
    },
    error: onError,
    // Over our own limit, so that the app rejects larger bodies with a message.
    maxRequestBodySize: BODY_LIMIT * 2,
    idleTimeout: 30,
  } as Bun.Serve.Options<undefined>);
}

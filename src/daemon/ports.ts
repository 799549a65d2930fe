/** Where the daemon listens: its own socket first, then the public port, through the keeper or itself. */

import type { Clock } from "../platform/clock.ts";
import type { Counters } from "../platform/counters.ts";
import { PawlError } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";
import type { Home } from "../platform/paths.ts";
import { clearTrouble, noteTrouble } from "../platform/trouble.ts";
import { version } from "../platform/version.ts";
import { failed } from "./door.ts";
import { canShare, type Listener, listenOn, listenPrivately } from "./listen.ts";
import { openPublicPort } from "./public-port.ts";

export { beginKeeper } from "./public-port.ts";

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

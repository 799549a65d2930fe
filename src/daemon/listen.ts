/** The daemon's socket. */
import { PawlError } from "../errors.ts";
import { BODY_LIMIT } from "../platform/hook-request.ts";
import { pathOf } from "./door.ts";

interface Listener {
  fetch(request: Request): Response | Promise<Response>;
  onError(error: unknown): Response;
  onTaken(): void;
}

export function listen(port: number, { fetch, onError, onTaken }: Listener) {
  try {
    return Bun.serve({
      hostname: "127.0.0.1",
      port,
      // Bun's page for an error shows source code.
      development: false,
      fetch: (request, server) => {
        // A user's hook may take longer than the idle timeout; it has its own time limit.
        if (pathOf(request) === "/hook") server.timeout(request, 0);
        return fetch(request);
      },
      error: onError,
      // Over our own limit, so that the app rejects larger bodies with a message.
      maxRequestBodySize: BODY_LIMIT * 2,
      idleTimeout: 30,
    });
  } catch (cause) {
    if ((cause as { code?: string }).code !== "EADDRINUSE") throw cause;
    onTaken();
    throw new PawlError("port_taken", `Port ${port} is in use by another program`, {
      cause,
      hint: 'Set another one as "port" in config.json of Pawl\'s home, then run pawl install again.',
      params: { port },
    });
  }
}

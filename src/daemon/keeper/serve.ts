/** The keeper's HTTP server: holds the public port, passes requests on to the daemon, and answers without one. */

import { readIfThere } from "../../platform/files.ts";
import { BODY_LIMIT, KEEPER_HEADER, OWN_ANSWER_HEADER } from "../../platform/hook-request.ts";
import type { Log } from "../../platform/log.ts";
import type { Home } from "../../platform/paths.ts";
import { createControl } from "./control.ts";
import { hookRequest } from "./hook.ts";
import { CLOSE, isLarge, passOn, refuseByHead } from "./pass-on.ts";
import { createTurns } from "./turns.ts";
import { createUpstream } from "./upstream.ts";

interface KeeperOptions {
  home: Home;
  port: number;
  version: string;
  log: Log;
  onAttach(): void;
  /** Called with the delay in milliseconds when the keeper receives a request to stop. */
  onLeave(afterMs: number): void;
}

export type Keeper = ReturnType<typeof serveKeeper>;

/** The daemon handles events one after another; more of them would only queue there. */
const EVENTS_AT_ONCE = 4;
/** Other requests at once. A page needs a dozen; more would make each other wait for longer than a person does. */
const REQUESTS_AT_ONCE = 32;

/** Throws `EADDRINUSE`. */
export function serveKeeper({ home, port, version, log, onAttach, onLeave }: KeeperOptions) {
  const turns = createTurns(EVENTS_AT_ONCE);
  const hasToken = createTokenCheck(home);
  const upstream = createUpstream({ home, log, onAttach });
  const own = [`127.0.0.1:${port}`, `localhost:${port}`];
  let lastUsed = Date.now();

  const answer = (status: number, body: object, headers: Record<string, string> = {}): Response =>
    Response.json(body, {
      status,
      headers: {
        [KEEPER_HEADER]: String(process.pid),
        [OWN_ANSWER_HEADER]: version,
        "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store",
        ...headers,
      },
    });
  const control = createControl({ home, version, upstream, onLeave, answer });
  const isOwn = (headers: Headers) => hasToken(headers, [home.hookToken, home.token]);
  const hookDeps = { home, upstream, turns, isOwn, answer };

  let requests = 0;
  const pass = async (request: Request, path: string) =>
    passOn(request, path, { daemon: await upstream.soon(), answer });

  const hookUrl = `http://127.0.0.1:${port}/hook`;

  async function route(request: Request, server: Bun.Server<undefined>): Promise<Response> {
    // Most requests are events of installed hooks.
    if (request.url === hookUrl && request.method === "POST" && !isLarge(request)) {
      lastUsed = Date.now();
      // The user's own hooks may take longer than an idle connection is kept.
      server.timeout(request, 0);
      return hookRequest(request, hookDeps);
    }
    const host = request.headers.get("host") ?? "";
    // Before the address is checked: an invalid Host makes the address invalid too.
    if (!/^[\w.-]+(:\d{1,5})?$/.test(host)) return answer(400, { error: "This Host is not served here." });
    const url = URL.parse(request.url);
    // Bun passes on any target that it can parse, such as port 99999.
    if (url === null || !/^https?:$/.test(url.protocol))
      return answer(400, { error: "This is not a request for a path." });
    const { pathname, search } = url;
    if (pathname === "/keeper" || pathname.startsWith("/keeper/")) return control(request, pathname, server);
    lastUsed = Date.now();
    const isAllowed = (headers: Headers) =>
      pathname === "/hook" ? isOwn(headers) : hasToken(headers, [home.token]);
    const refused = refuseByHead(request, { own, isOwn: isAllowed, answer });
    if (refused !== undefined) return refused;
    server.timeout(request, 0);
    if (pathname === "/hook" && request.method === "POST" && own.includes(host))
      return hookRequest(request, hookDeps);
    // Stays open as long as the page does.
    if (pathname === "/api/live") return pass(request, pathname + search);
    if (requests >= REQUESTS_AT_ONCE)
      return answer(429, { error: "Too many requests at once." }, { ...CLOSE, "Retry-After": "1" });
    requests++;
    try {
      return await pass(request, pathname + search);
    } finally {
      requests--;
    }
  }

  const server = Bun.serve({
    hostname: "127.0.0.1",
    port,
    // So that a new keeper, or the daemon, can take the port over without a gap. Other users cannot share it.
    reusePort: process.platform !== "win32",
    development: false,
    maxRequestBodySize: BODY_LIMIT * 2,
    idleTimeout: 30,
    fetch: route,
    error: (error) => {
      log.error("the keeper could not answer", { error: error.name });
      return answer(500, { error: "Pawl could not do that. Its log says why." });
    },
  });
  return {
    /** Time of the last request, or the last time that a daemon was attached. */
    lastUsed: (): number => (upstream.daemon() === undefined ? lastUsed : Date.now()),
    stop: (): Promise<void> => server.stop(),
  };
}

// Whether a request carries one of Pawl's tokens.

/**
 * The files are read on every request, because a new home has new tokens. If the home was deleted, the last known tokens stay
 * valid: the hooks of open sessions still send them.
 */
export function createTokenCheck(home: Home): (headers: Headers, files: readonly string[]) => boolean {
  const last = new Map<string, string>();
  const read = (file: string): string => {
    const token = readIfThere(file)?.trim();
    if (token !== undefined) last.set(file, token);
    return token ?? last.get(file) ?? "";
  };
  read(home.hookToken);
  return (headers, files) => {
    const given = Buffer.from(/^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "");
    return files
      .map((file) => Buffer.from(read(file)))
      .some(
        (token) => token.length > 0 && token.length === given.length && crypto.timingSafeEqual(token, given),
      );
  };
}

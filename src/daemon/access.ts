/**
 * Access control of the daemon. It listens on loopback only, but every web page the user opens and every other
 * user of the machine can reach loopback too. So each request needs our Host (no DNS rebinding), our Origin or
 * none (no foreign page), and a secret that only this user can read.
 *
 * It looks at the head of a request and nothing else: nothing is routed, and no body is read, before it agrees.
 */

import { getPath } from "hono/utils/url";
import { BODY_LIMIT, OWN_ANSWER_HEADER } from "../platform/hook-request.ts";
import type { Log } from "../platform/log.ts";
import type { Tokens } from "../platform/own-home.ts";
import { version } from "../platform/version.ts";

interface AccessDeps {
  tokens: Tokens;
  port(): number;
  isPageSession(cookie: string): boolean;
}

interface Refusal {
  status: 400 | 401 | 403 | 413;
  /** The name under which it is counted. */
  counter: string;
  error: string;
}

type CheckAccess = (request: Request, path: string) => Refusal | undefined;

export const PAGE_COOKIE = "pawl_page";

/** Routes without a token: health, and the page's shell, which checks the cookie itself. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/api/health", "/", "/app.js", "/app.css", "/icon.svg"]);
/** Parts of the page's script, which it loads when it needs them. */
const SCRIPT_PART = /^\/part-[a-z0-9]+\.js$/;

/** Returns undefined if the request may pass. `path` is the routed path. */
export function createAccess(deps: AccessDeps): CheckAccess {
  return (request, path) => {
    const own = [`127.0.0.1:${deps.port()}`, `localhost:${deps.port()}`];
    const origin = request.headers.get("origin");
    if (!own.includes(request.headers.get("host") ?? ""))
      return { status: 403, counter: "foreign_host", error: "This Host is not served here." };
    if (origin !== null && !own.some((host) => origin === `http://${host}`)) {
      const error = "Requests from other pages are not answered.";
      return { status: 403, counter: "foreign_origin", error };
    }
    if (OPEN_PATHS.has(path) || SCRIPT_PART.test(path) || mayUse(request, path, deps)) return undefined;
    const error = "Send the token from the file named token in Pawl's home as Authorization: Bearer …";
    return { status: 401, counter: "wrong_token", error };
  };
}

function mayUse(request: Request, path: string, { tokens, isPageSession }: AccessDeps): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  if (given !== undefined) {
    // The token in Claude Code's settings opens only the hook route. Always compare both, so that timing reveals
    // neither.
    const bytes = Buffer.from(given);
    const isApi = isSame(bytes, tokens.api);
    const isHook = isSame(bytes, tokens.hook);
    return isApi || (isHook && path === "/hook");
  }
  return isFromPage(request) && isPage(request, isPageSession);
}

/**
 * A browser sends a cookie with every request, to every port of the host. So it counts only if the browser says
 * that our own page made the request. (The Origin, if there is one, has been checked before.)
 */
function isFromPage(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  return request.method === "GET" || request.headers.has("origin");
}

export function isPage(request: Request, isPageSession: (cookie: string) => boolean): boolean {
  const cookie = new Bun.CookieMap(request.headers.get("cookie") ?? "").get(PAGE_COOKIE);
  return cookie !== null && isPageSession(cookie);
}

/** Constant time for equal lengths; the length of a token is not secret. */
function isSame(given: Buffer, expected: string): boolean {
  const bytes = Buffer.from(expected);
  return given.length === bytes.length && crypto.timingSafeEqual(given, bytes);
}

// * The first code that sees a request. Bun passes on any Host and any HTTP version that it can parse, so a request's URL
// may not be one; Bun's own page for an error would show our source. Here every request gets a plain answer: refused
// in one sentence, or handed to the app.

type Fetch = (request: Request, path: string) => Response | Promise<Response>;

interface DoorDeps {
  access: CheckAccess;
  count(name: string): void;
  log: Log;
  /** Called for every request, so that the daemon can stop after hours without one. */
  onRequest(): void;
}

const HEADERS = {
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  [OWN_ANSWER_HEADER]: version,
};

export function createDoor(deps: DoorDeps, fetch: Fetch): (request: Request) => Promise<Response> {
  return async (request) => {
    deps.onRequest();
    try {
      const path = pathOf(request);
      const refusal = refusalOf(request, path, deps.access);
      if (refusal === undefined) return withHeaders(await fetch(request, path ?? ""));
      deps.count(refusal.counter);
      if (refusal.status === 413) deps.log.warn("a request was over the size limit");
      return refuse(request, refusal);
    } catch (error) {
      // The client is gone, and so is the rest of its body: this answer is not read.
      if (request.signal.aborted) return answer(400, "The request ended early.");
      return failed(error, deps);
    }
  };
}

/** For Bun's `error` option: errors thrown outside of the access check. */
export function failed(error: unknown, { count, log }: Pick<DoorDeps, "count" | "log">): Response {
  count("api_error");
  log.error("a request failed", { error });
  return answer(500, "Internal error. See Pawl's log.");
}

/** The path that the app routes by; undefined if the request has none. */
function pathOf(request: Request): string | undefined {
  const { url } = request;
  return URL.canParse(url) && /^https?:/.test(url) ? getPath(request) : undefined;
}

function refusalOf(request: Request, path: string | undefined, access: CheckAccess): Refusal | undefined {
  const refusal = access(request, path ?? "");
  if (refusal !== undefined) return refusal;
  if (path === undefined || !path.startsWith("/"))
    return { status: 400, counter: "bad_request", error: "This is not a request for a path." };
  if (Number(request.headers.get("content-length") ?? 0) > BODY_LIMIT) return TOO_LARGE;
  return undefined;
}

export const TOO_LARGE: Refusal = {
  status: 413,
  counter: "too_large",
  error: `The body is over the limit of ${BODY_LIMIT} bytes.`,
};

/** A body of this size has most likely arrived with its head, and is dropped without effort. */
const SMALL_BODY = 64 * 1024;

/** The rest of a large body is not awaited: the connection ends with the answer. */
export function refuse(request: Request, { status, error }: Refusal): Response {
  const length = Number(request.headers.get("content-length") ?? 0);
  const isLarge = length > SMALL_BODY || request.headers.has("transfer-encoding");
  return answer(status, error, isLarge ? { connection: "close" } : {});
}

function answer(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { ...HEADERS, ...headers } });
}

function withHeaders(response: Response): Response {
  for (const [name, value] of Object.entries(HEADERS)) response.headers.set(name, value);
  return response;
}

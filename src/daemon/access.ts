/**
 * Access control of the daemon. It listens on loopback only, but every web page the user opens and every other
 * user of the machine can reach loopback too. So each request needs our Host (no DNS rebinding), our Origin or
 * none (no foreign page), and a secret that only this user can read.
 *
 * It looks at the head of a request and nothing else: nothing is routed, and no body is read, before it agrees.
 */
import type { Tokens } from "../platform/tokens.ts";

interface AccessDeps {
  tokens: Tokens;
  port(): number;
  isPageSession(cookie: string): boolean;
}

export interface Refusal {
  status: 400 | 401 | 403 | 413;
  /** The name under which it is counted. */
  counter: string;
  error: string;
}

export type CheckAccess = (request: Request, path: string) => Refusal | undefined;

export const PAGE_COOKIE = "pawl_page";

/** Routes without a token: health, and the page's shell, which checks the cookie itself. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/api/health", "/", "/app.js", "/app.css", "/icon.svg"]);
/** Parts of the page's script, which it loads when it needs them. */
const SCRIPT_PART = /^\/part-[a-z0-9]+\.js$/;

/** Undefined if the request may pass. `path` is the one that is routed. */
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

/**
 * Access control of the daemon. It listens on loopback only, but every web page the user opens and every other
 * user of the machine can reach loopback too. So each request needs our Host (no DNS rebinding), our Origin or
 * none (no foreign page), and a secret that only this user can read.
 */
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { Tokens } from "../platform/tokens.ts";

interface AccessDeps {
  tokens: Tokens;
  port(): number;
  isPageSession(cookie: string): boolean;
  count(name: string): void;
}

export const PAGE_COOKIE = "pawl_page";

/** Routes without a token: health, and the page's shell, which checks the cookie itself. */
const OPEN_PATHS: ReadonlySet<string> = new Set(["/api/health", "/", "/app.js", "/app.css", "/icon.svg"]);

export function access(deps: AccessDeps): MiddlewareHandler {
  return async (c, next) => {
    const own = [`127.0.0.1:${deps.port()}`, `localhost:${deps.port()}`];
    const origin = c.req.header("origin");
    if (!own.includes(c.req.header("host") ?? ""))
      return refuse(c, 403, "foreign_host", "This Host is not served here.");
    if (origin !== undefined && !own.some((host) => origin === `http://${host}`)) {
      return refuse(c, 403, "foreign_origin", "Requests from other pages are not answered.");
    }
    if (!OPEN_PATHS.has(c.req.path) && !mayUse(c, deps)) {
      return refuse(
        c,
        401,
        "wrong_token",
        "Send the token from the file named token in Pawl's home as Authorization: Bearer …",
      );
    }
    return next();
  };

  function refuse(c: Context, status: 401 | 403, counter: string, error: string) {
    deps.count(counter);
    return c.json({ error }, status);
  }
}

function mayUse(c: Context, { tokens, isPageSession }: AccessDeps): boolean {
  const given = /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1];
  if (given !== undefined) {
    // The token in Claude Code's settings opens only the hook route. Always compare both, so that timing reveals
    // neither.
    const isApi = isSame(given, tokens.api);
    const isHook = isSame(given, tokens.hook);
    return isApi || (isHook && c.req.path === "/hook");
  }
  return isFromPage(c) && isPage(c, isPageSession);
}

/**
 * A browser sends a cookie with every request, to every port of the host. So it counts only if the browser says
 * that our own page made the request. (The Origin, if there is one, has been checked before.)
 */
function isFromPage(c: Context): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return c.req.method === "GET" || c.req.header("origin") !== undefined;
}

export function isPage(c: Context, isPageSession: (cookie: string) => boolean): boolean {
  const cookie = getCookie(c, PAGE_COOKIE);
  return cookie !== undefined && isPageSession(cookie);
}

/** Constant time for equal lengths; the length of a token is not secret. */
function isSame(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && crypto.timingSafeEqual(a, b);
}

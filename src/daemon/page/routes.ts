/** The page itself: sign-in and files. */

import { join } from "node:path";
import { type Context, Hono } from "hono";
import { setCookie } from "hono/cookie";
import type { Clock } from "../../platform/clock.ts";
import { isPage, PAGE_COOKIE } from "../access.ts";
import { ASSET_TYPES, type AssetName, type Assets } from "./assets.ts";

export function pageRoutes(pages: PageSessions, assets: Assets): Hono {
  const app = new Hono();
  const html = (c: Context, text: string) => {
    c.header("Content-Security-Policy", PAGE_POLICY);
    c.header("Referrer-Policy", "no-referrer");
    c.header("Cross-Origin-Opener-Policy", "same-origin");
    c.header("Cross-Origin-Resource-Policy", "same-origin");
    return c.html(text);
  };
  const enter = (c: Context, code: string) => {
    const cookie = pages.enter(code);
    if (cookie === undefined) return html(c, closedPage());
    const maxAge = PAGE_LIFE_MS / 1000;
    setCookie(c, PAGE_COOKIE, cookie, { httpOnly: true, sameSite: "Strict", path: "/", maxAge });
    return c.redirect("/", 303);
  };

  app.get("/", async (c) => {
    const code = c.req.query("code");
    if (code !== undefined && pages.isValid(code))
      return isNavigation(c.req.raw) ? enter(c, code) : html(c, linkPage(code));
    if (!isPage(c.req.raw, pages.isOpen)) return html(c, closedPage());
    return html(c, (await assets.folder()) === undefined ? unbuiltPage() : appPage());
  });

  /** The button of `linkPage`. */
  app.post("/", async (c) => {
    const { code } = await c.req.parseBody();
    return enter(c, typeof code === "string" ? code : "");
  });

  const file = async (c: Context, name: string, type: string) => {
    const folder = await assets.folder();
    const found = folder === undefined ? undefined : Bun.file(join(folder, name));
    if (found === undefined || !(await found.exists()))
      return c.json({ error: "The page is not built." }, 404);
    return new Response(found, { headers: { "content-type": type } });
  };
  for (const name of Object.keys(ASSET_TYPES) as AssetName[]) {
    app.get(`/${name}`, (c) => file(c, name, ASSET_TYPES[name]));
  }
  app.get("/:part{part-[a-z0-9]+\\.js}", (c) => file(c, c.req.param("part"), ASSET_TYPES["app.js"]));
  return app;
}

/**
 * True if a person opens the link. Chat programs, mail scanners and editors also fetch links, with HEAD or GET, and would use
 * up the code. Browsers mark a person's navigation; every other request gets a page with a button.
 */
function isNavigation({ method, headers }: Request): boolean {
  const isAhead = ["sec-purpose", "purpose", "x-moz"].some((name) => headers.has(name));
  const isOpened =
    headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";
  return method === "GET" && isOpened && !isAhead;
}

// The frame of the page. It is static; all data comes over the API and is inserted as text.

/** No other host, nothing inline, no framing: the text of a memory can never become part of the page. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const frame = (head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pawl</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/app.css">
${head}</head>
<body>${body}</body>
</html>
`;

const appPage = () =>
  frame(
    `<script type="module" src="/app.js"></script>\n`,
    `<div id="app"><noscript>This page needs scripts, which come from this machine only.</noscript></div>`,
  );

const message = (text: string) => frame("", `<main class="closed"><h1>Pawl</h1><p>${text}</p></main>`);

const closedPage = () =>
  message("Pawl is running. Run <code>pawl up</code> in a terminal: it prints a link that opens this page.");

/** For a visitor that may be a program: see `isNavigation`. `code` is one of ours: letters, digits, `-` and `_`. */
const linkPage = (code: string) =>
  frame(
    "",
    `<main class="closed"><h1>Pawl</h1><form method="post" action="/"><input type="hidden" name="code" value="${code}"><button>Open Pawl</button></form></main>`,
  );

const unbuiltPage = () =>
  message(
    "The page is not built, and its parts are not installed. Run <code>npm install</code> in Pawl’s folder, then reload. Everything else works: <code>pawl sessions</code>, <code>pawl search</code>.",
  );

// * Sign-in for the page: a link that works once and becomes a cookie, so that no secret stays in the address bar.
// The cookie is signed, not stored, so an open page keeps working after a daemon restart.

const LINK_LIFE_MS = 10 * 60_000;
export const PAGE_LIFE_MS = 30 * 24 * 3_600_000;

export type PageSessions = ReturnType<typeof createPageSessions>;

/** `secret` signs the cookies; changing it invalidates all of them. */
export function createPageSessions(now: Clock, secret: string) {
  const codes = new Map<string, number>();
  const sign = (text: string) => new Bun.CryptoHasher("sha256", secret).update(`page ${text}`).digest();
  return {
    /** A new one-time code. */
    invite(): string {
      for (const [code, until] of codes) if (until < now()) codes.delete(code);
      const code = randomText(24);
      codes.set(code, now() + LINK_LIFE_MS);
      return code;
    },
    /** Whether `enter` would accept this code. */
    isValid: (code: string): boolean => (codes.get(code) ?? 0) >= now(),
    /** The cookie for a code; undefined if the code was used, has expired or is unknown. */
    enter(code: string): string | undefined {
      const until = codes.get(code);
      codes.delete(code);
      if (until === undefined || until < now()) return undefined;
      const text = `${now() + PAGE_LIFE_MS}.${randomText(12)}`;
      return `${text}.${sign(text).toString("base64url")}`;
    },
    isOpen(cookie: string): boolean {
      const match = /^((\d{1,15})\.[\w-]{16})\.([\w-]{43})$/.exec(cookie);
      if (match === null) return false;
      const [, text = "", until = "0", signature = ""] = match;
      const given = Buffer.from(signature, "base64url");
      const expected = sign(text);
      return (
        given.length === expected.length && crypto.timingSafeEqual(given, expected) && Number(until) > now()
      );
    },
  };
}

function randomText(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The page itself: sign-in and files. */
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { setCookie } from "hono/cookie";
import { isPage, PAGE_COOKIE } from "../access.ts";
import { PAGE_LIFE_MS, type PageSessions } from "../page-sessions.ts";
import { ASSET_TYPES, type AssetName, type Assets } from "./assets.ts";
import { appPage, closedPage, linkPage, PAGE_POLICY, unbuiltPage } from "./html.ts";

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
 * Whether a person opens the link. Chat programs, mail scanners and editors fetch links too, with HEAD or GET, and
 * would use up the code. Browsers mark what a person opens; everything else gets a page with a button.
 */
function isNavigation({ method, headers }: Request): boolean {
  const isAhead = ["sec-purpose", "purpose", "x-moz"].some((name) => headers.has(name));
  const isOpened =
    headers.get("sec-fetch-mode") === "navigate" && headers.get("sec-fetch-dest") === "document";
  return method === "GET" && isOpened && !isAhead;
}

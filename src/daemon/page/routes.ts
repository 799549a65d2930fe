/** The page itself: sign-in and files. */
import { join } from "node:path";
import { type Context, Hono } from "hono";
import { setCookie } from "hono/cookie";
import { isPage, PAGE_COOKIE } from "../access.ts";
import { PAGE_LIFE_MS, type PageSessions } from "../page-sessions.ts";
import { ASSET_TYPES, type AssetName, type Assets } from "./assets.ts";
import { appPage, closedPage, PAGE_POLICY, unbuiltPage } from "./html.ts";

export function pageRoutes(pages: PageSessions, assets: Assets): Hono {
  const app = new Hono();
  const html = (c: Context, text: string) => {
    c.header("Content-Security-Policy", PAGE_POLICY);
    c.header("Referrer-Policy", "no-referrer");
    c.header("Cross-Origin-Opener-Policy", "same-origin");
    c.header("Cross-Origin-Resource-Policy", "same-origin");
    return c.html(text);
  };

  app.get("/", async (c) => {
    const code = c.req.query("code");
    const cookie = code === undefined ? undefined : pages.enter(code);
    if (cookie !== undefined) {
      const maxAge = PAGE_LIFE_MS / 1000;
      setCookie(c, PAGE_COOKIE, cookie, { httpOnly: true, sameSite: "Strict", path: "/", maxAge });
      return c.redirect("/");
    }
    if (!isPage(c, pages.isOpen)) return html(c, closedPage());
    return html(c, (await assets.folder()) === undefined ? unbuiltPage() : appPage());
  });

  for (const name of Object.keys(ASSET_TYPES) as AssetName[]) {
    app.get(`/${name}`, async (c) => {
      const folder = await assets.folder();
      if (folder === undefined) return c.json({ error: "The page is not built." }, 404);
      return new Response(Bun.file(join(folder, name)), { headers: { "content-type": ASSET_TYPES[name] } });
    });
  }
  return app;
}

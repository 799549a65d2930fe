/** The daemon as a function from request to response, without the socket. */
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { timeout } from "hono/timeout";
import { BODY_LIMIT, OWN_ANSWER_HEADER } from "../platform/hook-request.ts";
import type { Tokens } from "../platform/tokens.ts";
import { version } from "../platform/version.ts";
import { access } from "./access.ts";
import { hookRoutes } from "./api/hooks.ts";
import { liveRoute } from "./api/live.ts";
import { memoryRoutes } from "./api/memories.ts";
import { pageApiRoutes } from "./api/page.ts";
import { readRoutes } from "./api/read.ts";
import { recordRoutes } from "./api/record.ts";
import { ApiError } from "./api/request.ts";
import { hookRoute } from "./hook-route.ts";
import { mcpRoute } from "./mcp-route.ts";
import type { Assets } from "./page/assets.ts";
import { pageRoutes } from "./page/routes.ts";
import type { PageSessions } from "./page-sessions.ts";
import type { Service } from "./service.ts";

interface AppDeps {
  service: Service;
  tokens: Tokens;
  pages: PageSessions;
  assets: Assets;
  port(): number;
  /** Called for every request, so that the daemon can stop after hours without one. */
  onRequest(): void;
}

const API_DEADLINE_MS = 20_000;

export function createApp(deps: AppDeps): Hono {
  const { service, tokens, pages } = deps;
  const { count, log } = service;
  const app = new Hono();

  app.use(async (c, next) => {
    deps.onRequest();
    await next();
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Cache-Control", "no-store");
    c.header(OWN_ANSWER_HEADER, version);
  });
  app.use(access({ tokens, port: deps.port, isPageSession: pages.isOpen, count }));
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT,
      onError: (c) => {
        count("too_large");
        log.warn("a request was over the size limit", { path: c.req.path });
        return c.json({ error: `The body is over the limit of ${BODY_LIMIT} bytes.` }, 413);
      },
    }),
  );

  app.post("/hook", (c) => hookRoute(c, service));
  app.get("/api/health", (c) => c.json({ ok: true, name: "pawl", version, pid: process.pid }));
  // Before the deadline middleware: this response stays open as long as the page does.
  app.get("/api/live", (c) => liveRoute(c, service.live));
  app.use("/api/*", timeout(API_DEADLINE_MS));
  app.post("/api/page-link", (c) => c.json({ path: `/?code=${pages.invite()}` }));
  app.route("/api", readRoutes(service));
  app.route("/api", recordRoutes(service));
  app.route("/api", memoryRoutes(service));
  app.route("/api/page", pageApiRoutes(service));
  app.route("/api", hookRoutes(service));
  app.all("/mcp", (c) => mcpRoute(c, service));

  app.route("/", pageRoutes(pages, deps.assets));

  app.notFound((c) => c.json({ error: "Not found." }, 404));
  app.onError((error, c) => {
    if (error instanceof ApiError) return c.json({ error: error.message }, error.status);
    if (error instanceof HTTPException)
      return c.json({ error: error.message || "The request took too long." }, error.status);
    count("api_error");
    log.error("a request failed", { path: c.req.path, error });
    return c.json({ error: "Internal error. See Pawl's log." }, 500);
  });
  return app;
}

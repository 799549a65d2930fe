/** The daemon as a function from request to response, without the socket. */

import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { timeout } from "hono/timeout";
import { BODY_LIMIT } from "../platform/hook-request.ts";
import type { Tokens } from "../platform/own-home.ts";
import { createAccess, createDoor, refuse, TOO_LARGE } from "./access.ts";
import { hookRoutes } from "./api/hooks.ts";
import { liveRoute } from "./api/live.ts";
import { OPERATIONS } from "./api/operations.ts";
import { pageApiRoutes } from "./api/page.ts";
import { serveOperation, toApiError } from "./api/request.ts";
import { hookRoute } from "./hook-route.ts";
import { mcpRoute } from "./mcp-route.ts";
import type { Assets } from "./page/assets.ts";
import { type PageSessions, pageRoutes } from "./page/routes.ts";
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
const tooBusy = () => new HTTPException(429, { message: "Pawl is busy. Ask again in a moment." });

interface App {
  fetch(request: Request): Promise<Response>;
}

export function createApp(deps: AppDeps): App {
  const { service, tokens, pages, onRequest } = deps;
  const { count, log } = service;
  const access = createAccess({ tokens, port: deps.port, isPageSession: pages.isOpen });
  const app = routes(deps);
  // Most requests are events of a known length, which do not need the app.
  const fetch = (request: Request, path: string) =>
    path === "/hook" && request.method === "POST" && isMeasured(request)
      ? hookRoute(request, service)
      : app.fetch(request);
  return { fetch: createDoor({ access, count, log, onRequest }, fetch) };
}

const isMeasured = ({ headers }: Request) =>
  headers.has("content-length") && !headers.has("transfer-encoding");

/** Behind the door: every request here may be answered. */
export function routes({ service, pages, assets }: Pick<AppDeps, "service" | "pages" | "assets">): Hono {
  const { count, log } = service;
  const app = new Hono();

  // The access check has tested the declared length. A chunked body declares none, so it is counted on arrival.
  const limitChunks = bodyLimit({
    maxSize: BODY_LIMIT,
    onError: (c) => {
      count(TOO_LARGE.counter);
      log.warn("a request was over the size limit");
      return refuse(c.req.raw, TOO_LARGE);
    },
  });
  app.use((c, next) => (isMeasured(c.req.raw) ? next() : limitChunks(c, next)));

  app.post("/hook", (c) => hookRoute(c.req.raw, service));
  // Before the deadline middleware: this response stays open as long as the page does.
  app.get("/api/live", (c) => liveRoute(c, service.live));
  app.use("/api/*", timeout(API_DEADLINE_MS, tooBusy));
  app.post("/api/page-link", (c) => c.json({ path: `/?code=${pages.invite()}` }));
  for (const operation of Object.values(OPERATIONS))
    if (operation.run !== undefined) serveOperation(app, service, operation);
  app.route("/api/page", pageApiRoutes(service));
  app.route("/api", hookRoutes(service));
  app.all("/mcp", (c) => mcpRoute(c, service));

  app.route("/", pageRoutes(pages, assets));

  app.notFound((c) => c.json({ error: "Not found." }, 404));
  app.onError((error, c) => {
    const refused = toApiError(error);
    if (refused !== undefined) return c.json({ error: refused.message }, refused.status);
    if (error instanceof HTTPException)
      return c.json(
        { error: error.message },
        error.status,
        error.status === 429 ? { "Retry-After": "5" } : {},
      );
    // The client is gone, and so is the rest of its body: this answer is not read.
    if (c.req.raw.signal.aborted) return c.json({ error: "The request ended early." }, 400);
    count("api_error");
    log.error("a request failed", { path: c.req.path, error });
    return c.json({ error: "Internal error. See Pawl's log." }, 500);
  });
  return app;
}

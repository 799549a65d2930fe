/** Data for the page: long lists in parts, one session in order, search with explanations. */

import { Hono } from "hono";
import { z } from "zod";
import { historyIn } from "../../history/sql/index.ts";
import { CLIENTS, OUTCOMES } from "../../history/sql/types.ts";
import { readableOutput } from "../../memory/records/readable-output.ts";
import { RUNNING_MS, statusOf } from "../../store/records/running.ts";
import type { Service } from "../service.ts";
import { pageControlRoutes } from "./page-control.ts";
import { pageKnowledgeRoutes } from "./page-knowledge.ts";
import { pageNowRoutes } from "./page-now.ts";
import { pageSearchRoutes } from "./page-search.ts";
import { createFixOf, pageSessionRoutes } from "./page-session.ts";
import { ApiError, given, readQuery } from "./request.ts";

const limit = z.coerce.number().int().min(1).max(200).default(50);
const text = z.string().max(1000).optional();
const time = z.coerce.number().int().min(0).optional();
const cursor = z
  .string()
  .regex(/^-?\d{1,16}\.\d{1,16}$/, "not a place in the list")
  .optional();

const sessionsQuery = z.object({
  text,
  project: text,
  since: time,
  until: time,
  client: z.enum(CLIENTS).optional(),
  outcome: z.enum(OUTCOMES).optional(),
  cursor,
  limit,
});
export function pageApiRoutes(service: Service): Hono {
  const { store } = service;
  const app = new Hono();
  const fixOf = createFixOf(store);
  app.route("/", pageNowRoutes(service));
  app.route("/", pageControlRoutes(service));

  app.get("/sessions", async (c) => {
    const now = service.now();
    const filter = { ...given(readQuery(c, sessionsQuery)), aliveSince: now - RUNNING_MS };
    const { items, ...page } = await historyIn(store).sessionPage(filter);
    return c.json({ ...page, items: items.map((one) => ({ ...one, status: statusOf(one, now) })) });
  });
  app.get("/projects", async (c) => c.json({ projects: await historyIn(store).projects(500) }));

  app.route("/", pageSessionRoutes(service));
  app.route("/", pageSearchRoutes(service));
  app.route("/", pageKnowledgeRoutes(service));

  app.get("/records/:id", async (c) => {
    const record = await historyIn(store).fullRecord(c.req.param("id"));
    if (record === undefined) throw new ApiError(404, "Record not found.");
    const fixedBy = record.ok === false ? await fixOf(record.id) : undefined;
    const output = record.response === undefined ? undefined : readableOutput(record.response);
    return c.json({ record, output, fixedBy });
  });

  return app;
}

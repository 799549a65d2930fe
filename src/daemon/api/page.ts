/** Data for the page: long lists in parts, one session in order, search with explanations. */

import { Hono } from "hono";
import { z } from "zod";
import { titleOf } from "../../clients/setups.ts";
import { historyIn } from "../../history/sql/index.ts";
import { CLIENTS, OUTCOMES } from "../../history/sql/types.ts";
import { localeFrom } from "../../locale/index.ts";
import { readableOutput } from "../../memory/records/readable-output.ts";
import { processEnv } from "../../platform/env.ts";
import { isMachineOff } from "../../platform/off.ts";
import { version } from "../../platform/version.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { RUNNING_MS, statusOf } from "../../store/records/running.ts";
import { progressOf } from "../../work/workflow/state.ts";
import { workflowRoot } from "../../work/workflow-files.ts";
import { workOfSession } from "../../work/works.ts";
import { isDiskFull } from "../notice.ts";
import type { Service } from "../service.ts";
import { pageControlRoutes } from "./page-control.ts";
import { pageKnowledgeRoutes } from "./page-knowledge.ts";
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
    const fixedBy = record.ok === false ? await createFixOf(store)(record.id) : undefined;
    const output = record.response === undefined ? undefined : readableOutput(record.response);
    return c.json({ record, output, fixedBy });
  });

  return app;
}

// Current activity.

const FEED = 100;

function pageNowRoutes(service: Service): Hono {
  const { store, home, now } = service;
  const app = new Hono();
  const root = workflowRoot(service.settings.workflow.root, home.dir);

  /** Small and requested first: the data for the frame around every view. */
  app.get("/hello", async (c) =>
    c.json({
      version,
      home: home.dir,
      startedAt: service.startedAt,
      paused: isMachineOff(home.off),
      diskFull: isDiskFull(home.dir),
      locale: service.settings.locale ?? localeFrom(processEnv),
      clients: Object.fromEntries(CLIENTS.map((name) => [name, name === "api" ? "API" : titleOf(name)])),
    }),
  );

  app.get("/now", async (c) => {
    const { items } = await historyIn(store).sessionPage({
      outcome: "running",
      aliveSince: now() - RUNNING_MS,
      limit: 20,
    });
    const running = items.map((session) => {
      const found = workOfSession(root, session.id);
      if (found.kind !== "one") return session;
      const { state } = found.work;
      const { workflowType, currentStage } = state;
      const stages = Object.entries(state.stages).map(([key, { status }]) => ({ key, status }));
      return {
        ...session,
        workflow: { type: workflowType, stage: currentStage ?? null, stages, ...progressOf(state) },
      };
    });
    const stats = await recordsIn(store).stats();
    return c.json({ running, feed: await historyIn(store).feed(FEED), stats, counts: service.counts() });
  });

  return app;
}

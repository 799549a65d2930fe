/** Current activity, and the beginning of a day. */

import { Hono } from "hono";
import { z } from "zod";
import { readDayHead } from "../../history/day/day.ts";
import { historyIn } from "../../history/sql/index.ts";
import { localeFrom } from "../../locale/index.ts";
import { processEnv } from "../../platform/env.ts";
import { isMachineOff } from "../../platform/off.ts";
import { version } from "../../platform/version.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { RUNNING_MS } from "../../store/records/running.ts";
import { progressOf } from "../../work/workflow/state.ts";
import { workflowRoot } from "../../work/workflow-files.ts";
import { workOfSession } from "../../work/works.ts";
import type { Service } from "../service.ts";
import { toDayRequest } from "./read.ts";
import { readQuery } from "./request.ts";

const FEED = 100;

const dayQuery = z.object({ date: z.string().max(20).optional(), project: z.string().max(4000).optional() });

export function pageNowRoutes(service: Service): Hono {
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
      locale: service.settings.locale ?? localeFrom(processEnv),
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

  /** The beginning of a day's report, which the page shows while `/api/day` reads the rest. */
  app.get("/day-head", async (c) =>
    c.json(await readDayHead(store, toDayRequest(readQuery(c, dayQuery), service))),
  );

  return app;
}

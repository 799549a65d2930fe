/** Current activity, and statistics per day. */

import { Hono } from "hono";
import { z } from "zod";
import { readDayHead } from "../../history/day/day.ts";
import { historyIn } from "../../history/sql/index.ts";
import { SLOT_MS } from "../../history/sql/types.ts";
import { toDay } from "../../history/statistics/daily.ts";
import { localeFrom } from "../../locale/index.ts";
import { processEnv } from "../../platform/env.ts";
import { isMachineOff } from "../../platform/off.ts";
import { version } from "../../platform/version.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { RUNNING_MS } from "../../store/records/running.ts";
import { progressOf } from "../../work/workflow/bar.ts";
import { workflowRoot } from "../../work/workflow-files.ts";
import { workOfSession } from "../../work/works.ts";
import type { Service } from "../service.ts";
import { toDayRequest } from "./activity.ts";
import { readQuery } from "./request.ts";

const FEED = 100;
const DAY_MS = 86_400_000;
const FAILURES = 20_000;

const statisticsQuery = z.object({
  days: z.coerce.number().int().min(1).max(365).default(30),
  project: z.string().max(1000).optional(),
});

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

  app.get("/statistics", async (c) => {
    const { days, project } = readQuery(c, statisticsQuery);
    const today = new Date(now());
    today.setHours(0, 0, 0, 0);
    // Step by date, not by hours: days with a clock change have 23 or 25 hours.
    const names = Array.from({ length: days }, (_, i) => {
      const day = new Date(today);
      day.setDate(day.getDate() - (days - 1 - i));
      return toDay(day.getTime());
    });
    const since = today.getTime() - days * DAY_MS;
    const filter = project === undefined || project === "" ? { since } : { since, project };
    const zero = { sessions: 0, prompts: 0, calls: 0, tokens: 0, failures: 0, repeats: 0 };
    const counts = new Map(names.map((name) => [name, { ...zero }]));
    for (const { slot, ...added } of await historyIn(store).slotCounts(filter)) {
      const day = counts.get(toDay(slot * SLOT_MS));
      if (day === undefined) continue;
      for (const [name, n] of Object.entries(added)) day[name as keyof typeof added] += n;
    }
    const seen = new Set<string>();
    for (const { at, tool, input } of await historyIn(store).failedCalls(filter, FAILURES)) {
      const same = `${tool} ${input}`;
      const day = counts.get(toDay(at));
      if (day !== undefined) {
        day.failures++;
        if (seen.has(same)) day.repeats++;
      }
      seen.add(same);
    }
    const daily = new Map(service.daily.all().map((figures) => [figures.day, figures]));
    const stats = await recordsIn(store).stats();
    service.daily.size(stats.sizeBytes);
    return c.json({
      days: names.map((day) => ({ day, ...(counts.get(day) ?? zero), ...daily.get(day) })),
      stats,
      rssBytes: process.memoryUsage.rss(),
    });
  });

  return app;
}

/** The page's view of what Pawl inferred: recurring failures, and whether its injections were used. */

import { Hono } from "hono";
import { z } from "zod";
import { COST_KEYS } from "../../history/cost/sum.ts";
import { recurringFailures } from "../../history/failures/recurring.ts";
import { historyIn } from "../../history/sql/index.ts";
import { createUsedOf } from "../../recall/replay/used-in-ledger.ts";
import { itemsOf } from "../../recall/used/item.ts";
import { toInjectionTitle } from "../../store/records/injection-title.ts";
import type { Service } from "../service.ts";
import { runCommand } from "./page-control.ts";
import { given, readQuery } from "./request.ts";

const text = z.string().max(1000).optional();
const cursor = z
  .string()
  .regex(/^-?\d{1,16}\.\d{1,16}$/, "not a place in the list")
  .optional();
const limit = z.coerce.number().int().min(1).max(200).default(50);
const ledgerQuery = z.object({ text, project: text, sessionId: text, cursor, limit });

const costQuery = z.object({
  by: z.enum(COST_KEYS).default("day"),
  days: z.coerce.number().int().min(1).max(3650).default(30),
});

/** Every session is read for it, so it is made in a process of its own and kept for a while. */
const REPORT_MS = 300_000;
const KEPT_MS = 3_600_000;

export function pageKnowledgeRoutes(service: Service): Hono {
  const { store, now, home } = service;
  const app = new Hono();
  const run = (args: readonly string[]) => runCommand(home, args, REPORT_MS);
  let report: { at: number; value: Promise<unknown>; done?: unknown } | undefined;

  app.get("/ledger", async (c) => {
    const page = await historyIn(store).ledger(given(readQuery(c, ledgerQuery)));
    const usedOf = createUsedOf(store);
    const items = await Promise.all(
      page.items.map(async (line) => ({
        ...line,
        what: toInjectionTitle(line.text),
        items: itemsOf(line).map(({ uri, text: said }) => ({ uri, text: said })),
        used: await usedOf(line),
        muted: line.sources.filter((source) => service.muted.has(source.uri)).map((source) => source.uri),
      })),
    );
    return c.json({ ...page, items });
  });

  app.get("/failures", async (c) => {
    const { project } = readQuery(c, z.object({ project: text }));
    return c.json({
      failures: await recurringFailures(store, { project: project || undefined, now: now() }),
    });
  });

  /** Answers at once: with the last report, and whether a new one is being made. */
  app.get("/used", (c) => {
    if (report === undefined || now() - report.at > KEPT_MS) {
      const made: NonNullable<typeof report> = {
        at: now(),
        value: run(["replay", "--live", "--json"]),
        done: report?.done,
      };
      made.value.then(
        (done) => {
          made.done = done;
          service.live.publish({ type: "changed", at: now(), what: "used" });
        },
        () => {
          // Asked for again, it is tried again.
          if (report === made) report = undefined;
        },
      );
      report = made;
    }
    return c.json({ report: report.done ?? null, at: report.at });
  });

  app.get("/cost", async (c) => {
    const { by, days } = readQuery(c, costQuery);
    return c.json(await run(["cost", "--by", by, "--since", `${days}d`, "--json"]));
  });

  /** For the welcome of an empty page. */
  app.get("/clients", async (c) => {
    const { clients } = z
      .object({ clients: z.array(z.object({ client: z.string(), connected: z.boolean() })) })
      .parse(await run(["status", "--json"]));
    return c.json({ clients });
  });

  return app;
}

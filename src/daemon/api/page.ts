/** Data for the page: long lists in parts, one session in order, search with explanations. */
import { Hono } from "hono";
import { z } from "zod";
import { readableOutput } from "../../memory/records/readable-output.ts";
import { toMarker } from "../../memory/text/marks.ts";
import { toQueryTerms } from "../../memory/text/words.ts";
import { createUsedOf } from "../../services/replay/used-in-ledger.ts";
import { CLIENTS, OUTCOMES } from "../../store/page.ts";
import { SEARCH_TYPES } from "../../store/store.ts";
import type { Service } from "../service.ts";
import { createFixOf } from "./fix-of.ts";
import { pageControlRoutes } from "./page-control.ts";
import { pageNowRoutes } from "./page-now.ts";
import { pageSessionRoutes } from "./page-session.ts";
import { ApiError, readBody, readQuery } from "./request.ts";

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
const ledgerQuery = z.object({ text, project: text, sessionId: text, cursor, limit });
const searchBody = z.object({
  query: z.string().max(2000),
  type: z.enum(SEARCH_TYPES).optional(),
  project: text,
  client: text,
  since: z.number().optional(),
  limit: z.number().int().min(1).max(200).default(50),
});

export function pageApiRoutes(service: Service): Hono {
  const { store } = service;
  const app = new Hono();
  const fixOf = createFixOf(store);
  app.route("/", pageNowRoutes(service));
  app.route("/", pageControlRoutes(service));

  app.get("/sessions", async (c) => c.json(await store.sessionPage(given(readQuery(c, sessionsQuery)))));
  app.get("/projects", async (c) => c.json({ projects: await store.projects(500) }));

  app.route("/", pageSessionRoutes(service));

  app.get("/records/:id", async (c) => {
    const record = await store.fullRecord(c.req.param("id"));
    if (record === undefined) throw new ApiError(404, "Record not found.");
    const fixedBy = record.ok === false ? await fixOf(record.id) : undefined;
    const output = record.response === undefined ? undefined : readableOutput(record.response);
    return c.json({ record, output, fixedBy });
  });

  app.get("/ledger", async (c) => {
    const page = await store.ledger(given(readQuery(c, ledgerQuery)));
    const usedOf = createUsedOf(store);
    const items = await Promise.all(
      page.items.map(async (line) => ({
        ...line,
        used: await usedOf(line),
        muted: line.sources.filter((source) => service.muted.has(source.uri)).map((source) => source.uri),
      })),
    );
    return c.json({ ...page, items });
  });

  app.post("/search", async (c) => {
    const { query, ...filter } = await readBody(c, searchBody);
    const began = performance.now();
    const hits = await store.search({ text: query, ...given(filter) });
    const marker = toMarker(toQueryTerms(query));
    const results = hits.map((hit) => ({
      ...hit,
      titleMarks: marker.marks(hit.title),
      snippetMarks: marker.marks(hit.snippet),
      why: { words: marker.words, inTitle: marker.found(hit.title), inSnippet: marker.found(hit.snippet) },
    }));
    return c.json({ results, ms: Number((performance.now() - began).toPrecision(3)) });
  });

  return app;
}

/** Drops undefined fields: a filter treats absent and undefined differently. */
function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}

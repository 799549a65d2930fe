/** Data for the page: long lists in parts, one session in order, search with explanations. */
import { Hono } from "hono";
import { z } from "zod";
import { toSessionMarkdown } from "../../memory/records/session-markdown.ts";
import { subjectOf } from "../../memory/records/summary.ts";
import { toMarker } from "../../memory/text/marks.ts";
import { toQueryTerms } from "../../memory/text/words.ts";
import { formatTime } from "../../platform/clock.ts";
import { createUsedOf } from "../../services/replay/used-in-ledger.ts";
import { CLIENTS, OUTCOMES } from "../../store/page.ts";
import { SEARCH_TYPES } from "../../store/store.ts";
import type { Service } from "../service.ts";
import { pageControlRoutes } from "./page-control.ts";
import { pageNowRoutes } from "./page-now.ts";
import { ApiError, readBody, readQuery } from "./request.ts";

const limit = z.coerce.number().int().min(1).max(200).default(50);
const text = z.string().max(1000).optional();
const time = z.coerce.number().int().min(0).optional();
const cursor = z
  .string()
  .regex(/^-?\d{1,16}\.\d{1,16}$/, "not a place in the list")
  .optional();
const flag = z.enum(["0", "1"]).default("0");

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
const timelineQuery = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit,
  everything: flag,
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

/** Far enough ahead to see whether a failure was fixed or an injection was used. */
const LOOK_AHEAD = 300;

export function pageApiRoutes(service: Service): Hono {
  const { store } = service;
  const app = new Hono();
  app.route("/", pageNowRoutes(service));
  app.route("/", pageControlRoutes(service));

  app.get("/sessions", async (c) => c.json(await store.sessionPage(given(readQuery(c, sessionsQuery)))));
  app.get("/projects", async (c) => c.json({ projects: await store.projects(500) }));

  app.get("/sessions/:id", async (c) => {
    const id = await findSession(c.req.param("id"));
    const everything = readQuery(c, z.object({ everything: flag })).everything === "1";
    const [session] = (await store.sessionPage({ id, limit: 1 })).items;
    return c.json({ session, turns: await store.turns(id, everything) });
  });

  app.get("/sessions/:id/timeline", async (c) => {
    const { offset, limit: most, everything } = readQuery(c, timelineQuery);
    const sessionId = await findSession(c.req.param("id"));
    const { total, rows } = await store.sessionTimeline({
      sessionId,
      offset,
      limit: most,
      everything: everything === "1",
    });
    const fixed = await Promise.all(
      rows.map(async (row) => (row.ok === false ? { ...row, fixedBy: await fixOf(row.id) } : row)),
    );
    return c.json({ total, offset, rows: fixed });
  });

  app.get("/sessions/:id/place/:record", async (c) => {
    const everything = readQuery(c, z.object({ everything: flag })).everything === "1";
    const offset = await store.timelineOffset(c.req.param("id"), c.req.param("record"), everything);
    if (offset === undefined) throw new ApiError(404, "This record is no longer in the session.");
    return c.json({ offset });
  });

  app.get("/sessions/:id/markdown", async (c) => {
    const records = await store.session(c.req.param("id"));
    if (records === undefined) throw new ApiError(404, "Session not found.");
    const injections = await store.injections({ sessionId: records.session.id, limit: 1000 });
    return c.text(toSessionMarkdown({ ...records, injections, formatTime }));
  });

  app.get("/records/:id", async (c) => {
    const record = await store.fullRecord(c.req.param("id"));
    if (record === undefined) throw new ApiError(404, "Record not found.");
    const fixedBy = record.ok === false ? await fixOf(record.id) : undefined;
    return c.json({ record, fixedBy });
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

  /** People copy the first eight characters of an id. */
  async function findSession(id: string): Promise<string> {
    const [first] = await store.sessionIdsLike(id, 1);
    if (id === "" || first === undefined) throw new ApiError(404, "Session not found.");
    return first;
  }

  /** The first later call that did the same thing and succeeded. */
  async function fixOf(id: string): Promise<string | undefined> {
    const failed = await store.fullRecord(id);
    if (failed?.tool === undefined) return undefined;
    const { project, sessionId, at, tool } = failed;
    const subject = subjectOf(
      { toolName: tool, input: failed.input ?? "", files: failed.files ?? [] },
      project,
    );
    const later = await store.callsAfter(sessionId, at, LOOK_AHEAD);
    const same = later.find(
      (call) => call.ok && subjectOf({ ...call, toolName: call.tool }, project) === subject,
    );
    return same?.id;
  }

  return app;
}

/** Drops undefined fields: a filter treats absent and undefined differently. */
function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> };
}

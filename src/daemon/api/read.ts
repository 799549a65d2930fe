/** The read routes: sessions, records, search, context, statistics. */
import { Hono } from "hono";
import { z } from "zod";
import { toSessionJson, toSessionListJson } from "../../memory/records/json.ts";
import { formatTime } from "../../platform/clock.ts";
import { projectRoot } from "../../platform/project.ts";
import { projectContext } from "../../services/context/project-context.ts";
import { claudeMdOf, projectNotes } from "../../services/context/project-files.ts";
import { searchAll } from "../../services/search/search.ts";
import { SEARCH_TYPES } from "../../store/store.ts";
import type { Service } from "../service.ts";
import { ApiError, limit, readBody, readQuery, sessionId } from "./request.ts";

const listQuery = z.looseObject({ limit, sessionId: sessionId.optional() });
const sessionsQuery = z.looseObject({ limit, project: z.string().optional() });
const contextQuery = z.looseObject({
  limit: z.coerce.number().int().min(1).max(50).default(5),
  project: z.string().optional(),
});
const searchBody = z.looseObject({
  query: z.string().max(10_000),
  limit: z.number().int().min(1).max(200).default(10),
  type: z.enum(SEARCH_TYPES).optional(),
  project: z.string().optional(),
  since: z.number().optional(),
});

export function readRoutes(service: Service): Hono {
  const { store } = service;
  const app = new Hono();

  app.get("/sessions", async (c) => {
    const { limit: most, project } = readQuery(c, sessionsQuery);
    const filter = project === undefined ? {} : { project: projectRoot(project) };
    return c.json(toSessionListJson(await store.sessions({ limit: most, ...filter })));
  });

  app.get("/sessions/:id", async (c) => {
    const records = await store.session(c.req.param("id"));
    if (records === undefined) throw new ApiError(404, "Session not found.");
    return c.json(toSessionJson(records));
  });

  app.get("/prompts", async (c) =>
    c.json({ prompts: await store.prompts(toFilter(readQuery(c, listQuery))) }),
  );
  app.get("/observations", async (c) =>
    c.json({ observations: await store.observations(toFilter(readQuery(c, listQuery))) }),
  );
  app.get("/responses", async (c) =>
    c.json({ responses: await store.responses(toFilter(readQuery(c, listQuery))) }),
  );
  app.get("/injections", async (c) =>
    c.json({ injections: await store.injections(toFilter(readQuery(c, listQuery))) }),
  );

  app.get("/context", async (c) => {
    const { limit: most, project } = readQuery(c, contextQuery);
    // A caller that names no project (as in S4.3) means the one that was last worked in.
    const [newest] = project === undefined ? await store.sessions({ limit: 1 }) : [];
    const root = project === undefined ? (newest?.project ?? "") : projectRoot(project);
    // No route reads a file that a caller names, so CLAUDE.md is read only in known projects.
    const isKnown = (await store.sessions({ project: root, limit: 1 })).length > 0;
    const block = await projectContext({
      store,
      project: root,
      most,
      budget: service.settings.context.tokens,
      notes: projectNotes(root, {}, service.messages),
      formatTime,
      messages: service.messages,
      isMuted: service.muted.has,
      claudeMd: isKnown ? claudeMdOf(root) : "",
    });
    return c.json({
      context: block?.text ?? "",
      text: block?.text ?? "",
      tokens: block?.tokens ?? 0,
      sources: block?.sources ?? [],
    });
  });

  app.post("/search", async (c) => {
    const { query, limit: most, type, project, since } = await readBody(c, searchBody);
    const wanted = {
      text: query,
      limit: most,
      ...(type === undefined ? {} : { type }),
      ...(project === undefined ? {} : { project: projectRoot(project) }),
      ...(since === undefined ? {} : { since }),
    };
    return c.json({ results: await searchAll(store, wanted, service.embeddings.similar()) });
  });

  app.get("/daemon", (c) => c.json({ rssBytes: process.memoryUsage.rss(), counts: service.counts() }));
  app.get("/stats", async (c) => c.json(await store.stats()));

  return app;
}

function toFilter(query: { limit: number; sessionId?: string | undefined }) {
  return { limit: query.limit, ...(query.sessionId === undefined ? {} : { sessionId: query.sessionId }) };
}

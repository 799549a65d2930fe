/** The read routes: sessions, records, search, context, statistics. */

import { Hono } from "hono";
import type { DayRequest } from "../../history/day/day.ts";
import { daySpanAt, toDaySpan } from "../../history/day/span.ts";
import { toHistoryPath } from "../../history/file-history/file-history.ts";
import { summaryLines } from "../../history/summary/summarize.ts";
import { formatTime } from "../../platform/clock.ts";
import { findProgram } from "../../platform/env.ts";
import { pawlCommand } from "../../platform/programs.ts";
import { version } from "../../platform/version.ts";
import type { ContextBlock } from "../../recall/blocks/start-block.ts";
import { projectContext } from "../../recall/start/project-context.ts";
import { claudeMdOf, projectNotes } from "../../recall/start/project-files.ts";
import { searchIn } from "../../search/sql/index.ts";
import { toSessionJson, toSessionListJson } from "../../store/records/json.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { nextContext } from "../../work/next-context.ts";
import type { Service } from "../service.ts";
import { getDay, getFileHistory } from "./operations/activity.ts";
import * as operations from "./operations/read.ts";
import { ApiError, serveOperation } from "./request.ts";

export function readRoutes(service: Service): Hono {
  const { store, projectOf } = service;
  const app = new Hono();

  serveOperation(app, operations.getHealth, async () => ({
    ok: true,
    name: "pawl",
    version,
    pid: process.pid,
  }));

  serveOperation(app, operations.listSessions, async ({ query: { limit: most, project, client } }) => {
    const filter = {
      ...(project === undefined ? {} : { project: projectOf(project) }),
      ...(client === undefined ? {} : { client }),
    };
    return toSessionListJson(await recordsIn(store).sessions({ limit: most, ...filter }), service.now());
  });

  serveOperation(app, operations.getSession, async ({ c }) => {
    const records = await recordsIn(store).session(c.req.param("id") ?? "");
    if (records === undefined) throw new ApiError(404, "Session not found.");
    return toSessionJson(records, service.now());
  });

  serveOperation(app, operations.listPrompts, async ({ query }) => ({
    prompts: await recordsIn(store).prompts(toFilter(query)),
  }));
  serveOperation(app, operations.listObservations, async ({ query }) => ({
    observations: await recordsIn(store).observations(toFilter(query)),
  }));
  serveOperation(app, operations.listResponses, async ({ query }) => ({
    responses: await recordsIn(store).responses(toFilter(query)),
  }));
  serveOperation(app, operations.listInjections, async ({ query }) => ({
    injections: await recordsIn(store).injections(toFilter(query)),
  }));

  serveOperation(app, operations.getContext, async ({ query: { limit: most, project } }) => {
    // A caller that names no project means the one that was last worked in.
    const [newest] = project === undefined ? await recordsIn(store).sessions({ limit: 1 }) : [];
    const root = project === undefined ? (newest?.project ?? "") : projectOf(project);
    // No route reads a file that a caller names, so CLAUDE.md is read only in known projects.
    const isKnown = (await recordsIn(store).sessions({ project: root, limit: 1 })).length > 0;
    const block =
      most === undefined ? await nextBlock(root, isKnown) : await sessionsBlock(root, most, isKnown);
    return {
      context: block?.text ?? "",
      text: block?.text ?? "",
      tokens: block?.tokens ?? 0,
      sources: block?.sources ?? [],
    };
  });

  serveOperation(app, operations.search, async ({ body }) => {
    const { query, limit: most, type, project, since, client } = body;
    const wanted = {
      text: query,
      limit: most,
      ...(type === undefined ? {} : { type }),
      ...(client === undefined ? {} : { client }),
      ...(project === undefined ? {} : { project: projectOf(project) }),
      ...(since === undefined ? {} : { since }),
    };
    return { results: await searchIn(store).search(wanted) };
  });

  serveOperation(app, operations.getDaemon, async () => ({
    rssBytes: process.memoryUsage.rss(),
    doing: service.doing(),
    counts: service.counts(),
  }));
  serveOperation(app, operations.getStats, async () => recordsIn(store).stats());

  async function nextBlock(folder: string, readsFolder: boolean): Promise<ContextBlock | undefined> {
    const { settings, messages, home, muted } = service;
    const pawl = findProgram("pawl") === null ? pawlCommand(home.dir) : "pawl";
    const query = { store, folder, home: home.dir, settings, messages, isMuted: muted.has, pawl };
    return (await nextContext({ ...query, now: service.now(), readsFolder })).block;
  }

  function sessionsBlock(
    project: string,
    most: number,
    readsFolder: boolean,
  ): Promise<ContextBlock | undefined> {
    return projectContext({
      store,
      project,
      most,
      at: service.now(),
      budget: service.settings.context.tokens,
      coreBudget: service.settings.context.coreTokens,
      notes: projectNotes(project, {}, service),
      formatTime,
      messages: service.messages,
      summarize: (records) => summaryLines(records, service.messages),
      isMuted: service.muted.has,
      claudeMd: readsFolder ? claudeMdOf(project) : "",
    });
  }

  serveOperation(app, getDay, async ({ query }) => service.work.day(toDayRequest(query, service)));

  serveOperation(app, getFileHistory, async ({ query: { project, path, limit } }) => {
    const [root = "", ...others] = service.sameProject.folders(projectOf(project));
    return service.work.fileHistory({
      projects: [root, ...others],
      path: toHistoryPath(path, root),
      limit,
      now: service.now(),
    });
  });

  return app;
}

function toFilter(query: { limit: number; sessionId?: string | undefined }) {
  return { limit: query.limit, ...(query.sessionId === undefined ? {} : { sessionId: query.sessionId }) };
}

// A day of work and the history of a file, for the page and for scripts.

interface DayQuery {
  date?: string | undefined;
  project?: string | undefined;
}

function toDayRequest(
  { date, project = "" }: DayQuery,
  { now, sameProject, projectOf }: Pick<Service, "now" | "sameProject" | "projectOf">,
): DayRequest {
  const span = date === undefined ? daySpanAt(now()) : toDaySpan(date);
  if (span === undefined) throw new ApiError(400, "date: there is no such day");
  const projects = project === "" ? {} : { projects: sameProject.folders(projectOf(project)) };
  return { ...span, ...projects, now: now() };
}

/** Operations that read: sessions, records, search, context, days, files, statistics. */

import { z } from "zod";
import { CLIENT_NAMES } from "../../clients/index.ts";
import { dayAnswer, fileHistoryAnswer } from "../../history/answers.ts";
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
import { SEARCH_TYPES } from "../../search/types.ts";
import { toSessionJson, toSessionListJson } from "../../store/records/json.ts";
import { recordsIn } from "../../store/records/queries.ts";
import { nextContext } from "../../work/next-context.ts";
import type { Service } from "../service.ts";
import { ApiError, get, given, limit, post, sessionId } from "./request.ts";
import {
  counts,
  hit,
  injectionRow,
  observationRow,
  promptRow,
  responseRow,
  sessionRow,
  sources,
  wholeSession,
} from "./shapes.ts";

const path = z.string().max(4000);
const folder = path.optional().describe("A folder of the project; all projects if absent");
const client = z
  .string()
  .max(100)
  .optional()
  .describe(`${CLIENT_NAMES.join(", ")}; all clients if absent`);
const listQuery = z.looseObject({ limit, sessionId: sessionId.optional() });
const toFilter = (query: z.output<typeof listQuery>) =>
  given({ limit: query.limit, sessionId: query.sessionId });

export const getHealth = get("/api/health", "Whether Pawl runs; needs no token", {
  answer: z.object({ ok: z.boolean(), name: z.string(), version: z.string(), pid: z.number() }),
  run: () => ({ ok: true, name: "pawl", version, pid: process.pid }),
});

export const listSessions = get("/api/sessions", "Sessions, newest first", {
  query: z.looseObject({ limit, project: folder, client }),
  answer: z.object({ sessions: z.array(sessionRow) }),
  async run({ query }, { store, now, projectOf }) {
    const project = query.project === undefined ? undefined : projectOf(query.project);
    const sessions = await recordsIn(store).sessions({
      limit: query.limit,
      ...(project === undefined ? {} : { project }),
      ...(query.client === undefined ? {} : { client: query.client }),
    });
    return toSessionListJson(sessions, now());
  },
});

export const getSession = get("/api/sessions/:id", "One session with its prompts, tool calls and responses", {
  answer: wholeSession,
  canMiss: true,
  async run({ c }, { store, now }) {
    const records = await recordsIn(store).session(c.req.param("id") ?? "");
    if (records === undefined) throw new ApiError(404, "Session not found.");
    return toSessionJson(records, now());
  },
});

export const listPrompts = get("/api/prompts", "Prompts, newest first", {
  query: listQuery,
  answer: z.object({ prompts: z.array(promptRow) }),
  run: async ({ query }, { store }) => ({ prompts: await recordsIn(store).prompts(toFilter(query)) }),
});

export const listObservations = get("/api/observations", "Tool calls, newest first", {
  query: listQuery,
  answer: z.object({ observations: z.array(observationRow) }),
  run: async ({ query }, { store }) => ({
    observations: await recordsIn(store).observations(toFilter(query)),
  }),
});

export const listResponses = get("/api/responses", "Responses, newest first", {
  query: listQuery,
  answer: z.object({ responses: z.array(responseRow) }),
  run: async ({ query }, { store }) => ({ responses: await recordsIn(store).responses(toFilter(query)) }),
});

export const listInjections = get("/api/injections", "What Pawl gave to the model, and why, newest first", {
  query: listQuery,
  answer: z.object({ injections: z.array(injectionRow) }),
  run: async ({ query }, { store }) => ({ injections: await recordsIn(store).injections(toFilter(query)) }),
});

export const getContext = get("/api/context", "The context that a new session of a project gets", {
  description:
    "The text that `pawl context` prints. Without a project: the one that was last worked in. With a limit: memories and the summaries of that many sessions.",
  query: z.looseObject({
    limit: z.coerce.number().int().min(1).max(50).optional(),
    project: path.optional(),
  }),
  answer: z.object({ context: z.string(), text: z.string(), tokens: z.number(), sources }),
  async run({ query: { limit: most, project } }, service) {
    const { store, projectOf } = service;
    // Without a project, the caller means the one with the latest activity.
    const [newest] = project === undefined ? await recordsIn(store).sessions({ limit: 1 }) : [];
    const root = project === undefined ? (newest?.project ?? "") : projectOf(project);
    // No route may read a file that a caller names, so CLAUDE.md is read only in projects with recorded sessions.
    const isKnown = (await recordsIn(store).sessions({ project: root, limit: 1 })).length > 0;
    const block = await (most === undefined
      ? nextBlock(root, isKnown, service)
      : sessionsBlock(root, most, isKnown, service));
    const { text = "", tokens = 0, sources = [] } = block ?? {};
    return { context: text, text, tokens, sources };
  },
});

async function nextBlock(
  folder: string,
  readsFolder: boolean,
  { store, settings, messages, home, muted, now }: Service,
): Promise<ContextBlock | undefined> {
  const pawl = findProgram("pawl") === null ? pawlCommand(home.dir) : "pawl";
  const query = { store, folder, home: home.dir, settings, messages, isMuted: muted.has, pawl };
  return (await nextContext({ ...query, now: now(), readsFolder })).block;
}

function sessionsBlock(project: string, most: number, readsFolder: boolean, service: Service) {
  return projectContext({
    store: service.store,
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

export const search = post("/api/search", "Search everything, best first", {
  body: z.looseObject({
    query: z.string().max(10_000),
    limit: z.number().int().min(1).max(200).default(10),
    type: z.enum(SEARCH_TYPES).optional(),
    project: folder,
    client,
    since: z.number().optional().describe("Milliseconds since 1970"),
  }),
  answer: z.object({ results: z.array(hit) }),
  async run(
    { body: { query: text, limit: most, type, client: from, since, project } },
    { store, projectOf },
  ) {
    const root = project === undefined ? {} : { project: projectOf(project) };
    const filter = given({ type, since });
    const wanted = { text, limit: most, ...filter, ...(from === undefined ? {} : { client: from }), ...root };
    return { results: await searchIn(store).search(wanted) };
  },
});

export const getStats = get("/api/stats", "How much is recorded", {
  answer: z.object({
    sessions: z.number(),
    prompts: z.number(),
    observations: z.number(),
    responses: z.number(),
    memories: z.number(),
    solutions: z.number(),
    sizeBytes: z.number(),
  }),
  run: (_, { store }) => recordsIn(store).stats(),
});

const doing = z.object({
  task: z.string(),
  since: z.number(),
  done: z.number().optional(),
  total: z.number().optional(),
});

export const getDaemon = get("/api/daemon", "The daemon's memory and error counts", {
  answer: z.object({
    rssBytes: z.number(),
    counts,
    doing: z
      .array(doing)
      .describe("What the background thread is doing, with its progress where it can be counted."),
  }),
  run: (_, service) => ({
    rssBytes: process.memoryUsage.rss(),
    counts: service.counts(),
    doing: service.doing(),
  }),
});

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "a day is written as 2026-01-31");

export const getDay = get("/api/day", "A day of work, project by project", {
  description: "Days are those of the machine's time zone. Without a date: today.",
  query: z.looseObject({ date: day.optional(), project: folder }),
  answer: dayAnswer,
  run({ query: { date, project = "" } }, { work, now, sameProject, projectOf }) {
    const span = date === undefined ? daySpanAt(now()) : toDaySpan(date);
    if (span === undefined) throw new ApiError(400, "date: there is no such day");
    const projects = project === "" ? {} : { projects: sameProject.folders(projectOf(project)) };
    return work.day({ ...span, ...projects, now: now() });
  },
});

export const getFileHistory = get(
  "/api/file",
  "What happened to a file or folder, and what is known about it",
  {
    query: z.looseObject({
      project: path.describe("A folder of the project"),
      path: path.describe("From the project's root, or absolute; empty for the whole project"),
      limit,
    }),
    answer: fileHistoryAnswer,
    run({ query }, { work, now, sameProject, projectOf }) {
      const [root = "", ...others] = sameProject.folders(projectOf(query.project));
      const path = toHistoryPath(query.path, root);
      return work.fileHistory({ projects: [root, ...others], path, limit: query.limit, now: now() });
    },
  },
);

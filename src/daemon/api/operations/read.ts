/** Operations that read: sessions, records, search, context, statistics. */

import { z } from "zod";
import { CLIENT_NAMES } from "../../../clients/index.ts";
import { SEARCH_TYPES } from "../../../search/types.ts";
import { limit, operation, sessionId } from "../request.ts";
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

const folder = z.string().max(4000).optional().describe("A folder of the project; all projects if absent");
const client = z
  .string()
  .max(100)
  .optional()
  .describe(`${CLIENT_NAMES.join(", ")}; all clients if absent`);
const listQuery = z.looseObject({ limit, sessionId: sessionId.optional() });

export const listSessions = operation({
  method: "get",
  path: "/api/sessions",
  summary: "Sessions, newest first",
  query: z.looseObject({ limit, project: folder, client }),
  answer: z.object({ sessions: z.array(sessionRow) }),
});

export const getSession = operation({
  method: "get",
  path: "/api/sessions/:id",
  summary: "One session with its prompts, tool calls and responses",
  answer: wholeSession,
  canMiss: true,
});

export const listPrompts = operation({
  method: "get",
  path: "/api/prompts",
  summary: "Prompts, newest first",
  query: listQuery,
  answer: z.object({ prompts: z.array(promptRow) }),
});

export const listObservations = operation({
  method: "get",
  path: "/api/observations",
  summary: "Tool calls, newest first",
  query: listQuery,
  answer: z.object({ observations: z.array(observationRow) }),
});

export const listResponses = operation({
  method: "get",
  path: "/api/responses",
  summary: "Responses, newest first",
  query: listQuery,
  answer: z.object({ responses: z.array(responseRow) }),
});

export const listInjections = operation({
  method: "get",
  path: "/api/injections",
  summary: "What Pawl gave to the model, and why, newest first",
  query: listQuery,
  answer: z.object({ injections: z.array(injectionRow) }),
});

export const getContext = operation({
  method: "get",
  path: "/api/context",
  summary: "The context that a new session of a project gets",
  description:
    "The text that `pawl context` prints. Without a project: the one that was last worked in. With a limit: memories and the summaries of that many sessions.",
  query: z.looseObject({
    limit: z.coerce.number().int().min(1).max(50).optional(),
    project: z.string().max(4000).optional(),
  }),
  answer: z.object({ context: z.string(), text: z.string(), tokens: z.number(), sources }),
});

export const search = operation({
  method: "post",
  path: "/api/search",
  summary: "Search everything, best first",
  body: z.looseObject({
    query: z.string().max(10_000),
    limit: z.number().int().min(1).max(200).default(10),
    type: z.enum(SEARCH_TYPES).optional(),
    project: folder,
    client,
    since: z.number().optional().describe("Milliseconds since 1970"),
  }),
  answer: z.object({ results: z.array(hit) }),
});

export const getStats = operation({
  method: "get",
  path: "/api/stats",
  summary: "How much is recorded",
  answer: z.object({
    sessions: z.number(),
    prompts: z.number(),
    observations: z.number(),
    responses: z.number(),
    memories: z.number(),
    solutions: z.number(),
    sizeBytes: z.number(),
  }),
});

export const getDaemon = operation({
  method: "get",
  path: "/api/daemon",
  summary: "The daemon's memory and error counts",
  answer: z.object({
    rssBytes: z.number(),
    counts,
    doing: z
      .array(
        z.object({
          task: z.string(),
          since: z.number(),
          done: z.number().optional(),
          total: z.number().optional(),
        }),
      )
      .describe("What the background thread is doing, with its progress where it can be counted."),
  }),
});

export const getHealth = operation({
  method: "get",
  path: "/api/health",
  summary: "Whether Pawl runs; needs no token",
  answer: z.object({ ok: z.boolean(), name: z.string(), version: z.string(), pid: z.number() }),
});

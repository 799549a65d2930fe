/** The building blocks of the API's answers. Fields may be added later; the fields here stay. */
import { z } from "zod";
import { MEMORY_STATUSES, RELATION_KINDS } from "../../memory/records/memory.ts";
import { SEARCH_TYPES } from "../../search/types.ts";

/** Milliseconds since 1970. */
const time = z.number();
const isoTime = z.string();

const sessionHead = {
  id: z.string(),
  project: z.string(),
  startedAt: isoTime,
  endedAt: isoTime.nullable(),
  status: z.enum(["active", "ended"]),
  client: z.string(),
};

export const sessionRow = z.object({
  ...sessionHead,
  prompts: z.number(),
  observations: z.number(),
  title: z.string(),
});

export const wholeSession = z.object({
  ...sessionHead,
  prompts: z.array(z.object({ at: isoTime, text: z.string() })),
  observations: z.array(
    z.object({ at: isoTime, toolName: z.string(), ok: z.boolean(), files: z.array(z.string()) }),
  ),
  responses: z.array(z.object({ at: isoTime, text: z.string() })),
  summary: z.string().nullable(),
});

const entry = { key: z.string(), sessionId: z.string(), at: time };
export const promptRow = z.object({ ...entry, text: z.string() });
export const responseRow = z.object({ ...entry, text: z.string() });
export const observationRow = z.object({
  ...entry,
  toolName: z.string(),
  ok: z.boolean(),
  input: z.string(),
  response: z.string(),
  files: z.array(z.string()),
});

const source = z.object({ uri: z.string(), type: z.string(), reason: z.string(), tokens: z.number() });
export const sources = z.array(source);
export const injectionRow = z.object({
  sessionId: z.string(),
  event: z.string(),
  at: time,
  text: z.string(),
  tokens: z.number(),
  sources,
});

export const hit = z.object({
  id: z.string(),
  type: z.enum(SEARCH_TYPES),
  project: z.string(),
  sessionId: z.string(),
  at: time,
  title: z.string(),
  snippet: z.string(),
  score: z.number(),
  client: z.string().optional(),
});

export const memory = z.object({
  id: z.string(),
  uri: z.string(),
  project: z.string(),
  content: z.string(),
  priority: z.number(),
  status: z.enum(MEMORY_STATUSES),
  author: z.enum(["user", "model", "import", "repository", "team"]).describe("Who said it"),
  authorName: z.string().optional().describe("The client or the teammate"),
  place: z.string().optional().describe("The way in: command, page, prompt, mcp, …"),
  version: z.number(),
  createdAt: time,
  updatedAt: time,
});
export const memoryVersion = z.object({
  version: z.number(),
  content: z.string(),
  at: time,
  author: z.string(),
});
export const relation = z.object({ from: z.string(), to: z.string(), kind: z.enum(RELATION_KINDS) });

/** A file of the client's own memory. */
export const clientFile = z.object({
  uri: z.string(),
  project: z.string(),
  path: z.string(),
  text: z.string(),
  hash: z.string(),
});
export const memoryProblem = z.object({
  kind: z.enum(["file", "command", "link", "source"]),
  name: z.string(),
});

export const solution = z.object({
  id: z.string(),
  project: z.string(),
  tool: z.string(),
  error: z.string(),
  solution: z.string(),
  successes: z.number(),
  failures: z.number(),
  lastAt: time,
});

/** How many of each. */
export const counts = z.record(z.string(), z.number());

export const added = z.object({
  sessionId: z.string(),
  added: z.object({
    prompts: z.number(),
    observations: z.number(),
    responses: z.number(),
    events: z.number(),
  }),
});

/** Operations about a day of work and about the history of a file. */

import { z } from "zod";
import { limit, operation } from "../request.ts";

/** Milliseconds since 1970. */
const time = z.number();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, "a day is written as 2026-01-31");
const folder = z.string().max(4000);

const dayTotals = z.object({
  sessions: z.number(),
  running: z.number(),
  prompts: z.number(),
  calls: z.number(),
  files: z.number(),
  added: z.number().describe("Lines, as far as the edits themselves tell"),
  removed: z.number(),
  commits: z.number(),
  failures: z.number().describe("Different failures, however often each came up"),
  fixed: z.number(),
  open: z.number(),
  injections: z.number(),
  used: z.number().describe("Injections of which a file or command was used afterwards"),
  tokens: z.number().describe("Injected by Pawl"),
});

const daySession = z.object({
  id: z.string(),
  title: z.string(),
  client: z.string(),
  branch: z.string().nullable(),
  startedAt: time,
  lastEventAt: time,
  endedAt: time.nullable(),
  isRunning: z.boolean(),
  prompts: z.number(),
  calls: z.number(),
  failures: z.number().describe("Failed calls"),
  files: z.number(),
  added: z.number(),
  removed: z.number(),
  commits: z.number(),
  tokens: z.number(),
});

const projectDay = z.object({
  project: z.string(),
  name: z
    .string()
    .describe("The folder's name, with as much in front of it as tells it from the day's others"),
  lastAt: time,
  totals: dayTotals,
  sessions: z.array(daySession),
  asked: z.array(z.object({ id: z.string(), sessionId: z.string(), at: time, text: z.string() })),
  changed: z.array(
    z.object({
      file: z.string(),
      edits: z.number(),
      added: z.number(),
      removed: z.number(),
      sessions: z.array(z.string()),
      lastAt: time,
    }),
  ),
  commits: z.array(
    z.object({
      id: z.string(),
      sessionId: z.string(),
      at: time,
      hash: z.string().nullable(),
      branch: z.string().nullable(),
      message: z.string(),
    }),
  ),
  ran: z.array(
    z.object({
      command: z.string(),
      kind: z.enum(["test", "lint", "build"]).nullable(),
      times: z.number(),
      failed: z.number(),
      lastAt: time,
    }),
  ),
  failed: z.array(
    z.object({
      id: z.string(),
      sessionId: z.string(),
      at: time,
      what: z.string(),
      error: z.string(),
      times: z.number(),
      isFixed: z.boolean(),
      fixedBy: z.string().nullable().describe("The record of the call that worked"),
      fix: z.string().nullable().describe("What was done, where the session shows it"),
    }),
  ),
  open: z.array(
    z.object({
      kind: z.enum(["failure", "task", "unanswered"]),
      text: z.string(),
      sessionId: z.string(),
      at: time,
    }),
  ),
  injected: z.array(
    z.object({
      id: z.string(),
      sessionId: z.string(),
      at: time,
      event: z.string(),
      tokens: z.number(),
      title: z.string().describe("The first item that was injected"),
      items: z.number(),
      kinds: z.array(z.string()),
      used: z.array(z.string()).describe("Files and commands that were used afterwards"),
    }),
  ),
});

export const getDay = operation({
  method: "get",
  path: "/api/day",
  summary: "A day of work, project by project",
  description: "Days are those of the machine's time zone. Without a date: today.",
  query: z.looseObject({
    date: day.optional(),
    project: folder.optional().describe("A folder of the project; all projects if absent"),
  }),
  answer: z.object({
    day: z.string(),
    from: time,
    to: time,
    previous: z.string().nullable().describe("The nearest earlier day with any activity"),
    next: z.string().nullable(),
    isComplete: z.boolean().describe("False where there was more than is read for one day"),
    totals: dayTotals,
    projects: z.array(projectDay).describe("Last active first"),
  }),
});

export const getFileHistory = operation({
  method: "get",
  path: "/api/file",
  summary: "What happened to a file or folder, and what is known about it",
  query: z.looseObject({
    project: folder.describe("A folder of the project"),
    path: z.string().max(4000).describe("From the project's root, or absolute; empty for the whole project"),
    limit,
  }),
  answer: z.object({
    project: z.string(),
    path: z.string(),
    isFolder: z.boolean(),
    totals: z.object({
      sessions: z.number(),
      edits: z.number(),
      added: z.number(),
      removed: z.number(),
      failures: z.number(),
    }),
    sessions: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        client: z.string(),
        branch: z.string().nullable(),
        startedAt: time,
        lastEventAt: time,
        isRunning: z.boolean(),
        edits: z.number(),
        added: z.number(),
        removed: z.number(),
        asked: z.array(z.object({ at: time, text: z.string() })),
        changes: z.array(
          z.object({
            id: z.string(),
            at: time,
            file: z.string(),
            tool: z.string(),
            added: z.number(),
            removed: z.number(),
          }),
        ),
      }),
    ),
    files: z
      .array(z.object({ file: z.string(), edits: z.number(), sessions: z.number(), lastAt: time }))
      .describe("Of a folder: what was changed in it, most edits first"),
    failures: z.array(
      z.object({
        sessionId: z.string(),
        at: time,
        what: z.string(),
        error: z.string(),
        fix: z.string().nullable(),
      }),
    ),
    memories: z.array(
      z.object({ uri: z.string(), content: z.string(), priority: z.number(), updatedAt: time }),
    ),
    hasMore: z.boolean(),
  }),
});

/** A day of work, and the history of a file or folder: as the API documents them, and as everything here is typed. */

import { z } from "zod";

/** Milliseconds since 1970. */
const time = z.number();

const totals = z.object({
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

const shownSession = {
  id: z.string(),
  title: z.string(),
  client: z.string(),
  branch: z.string().nullable(),
  startedAt: time,
  lastEventAt: time,
  isRunning: z.boolean(),
  added: z.number(),
  removed: z.number(),
};
const record = { id: z.string(), sessionId: z.string(), at: time };

const projectDay = z.object({
  project: z.string(),
  name: z
    .string()
    .describe("The folder's name, with as much in front of it as tells it from the day's others"),
  lastAt: time,
  totals,
  sessions: z.array(
    z.object({
      ...shownSession,
      endedAt: time.nullable(),
      prompts: z.number().describe("Of this day, as all counts"),
      calls: z.number(),
      failures: z.number().describe("Failed calls"),
      files: z.number(),
      commits: z.number(),
      tokens: z.number(),
    }),
  ),
  asked: z.array(z.object({ ...record, text: z.string() })),
  changed: z.array(
    z.object({
      file: z.string().describe("From the project's root, if it is inside"),
      edits: z.number(),
      added: z.number(),
      removed: z.number(),
      sessions: z.array(z.string()),
      lastAt: time,
    }),
  ),
  commits: z.array(
    z.object({
      ...record,
      hash: z.string().nullable().describe("As short as git printed it"),
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
      ...record,
      what: z.string().describe("The command, or the tool and its file"),
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
      ...record,
      event: z.string(),
      tokens: z.number(),
      title: z.string().describe("The first item that was injected"),
      items: z.number(),
      kinds: z.array(z.string()),
      used: z.array(z.string()).describe("Files and commands that were used afterwards"),
    }),
  ),
});

export const dayAnswer = z.object({
  day: z.string(),
  from: time,
  to: time.describe("The first moment of the next day"),
  previous: z.string().nullable().describe("The nearest earlier day with any activity"),
  next: z.string().nullable(),
  isComplete: z
    .boolean()
    .describe(
      "False where there was more than is read for one day; sessions, prompts and calls are all counted",
    ),
  totals,
  projects: z.array(projectDay).describe("Last active first"),
});

export const fileHistoryAnswer = z.object({
  project: z.string(),
  path: z.string().describe("From the project's root; a folder ends in /, and the project itself is empty"),
  isFolder: z.boolean(),
  totals: z.object({
    sessions: z.number(),
    edits: z.number(),
    added: z.number(),
    removed: z.number(),
    failures: z.number(),
  }),
  sessions: z
    .array(
      z.object({
        ...shownSession,
        edits: z.number(),
        asked: z
          .array(z.object({ at: time, text: z.string() }))
          .describe("What was asked when it was changed, oldest first"),
        changes: z
          .array(
            z.object({
              id: z.string(),
              at: time,
              file: z.string(),
              tool: z.string(),
              added: z.number(),
              removed: z.number(),
            }),
          )
          .describe("Each edit by a tool, oldest first; edits by a shell command are only counted"),
      }),
    )
    .describe("Newest first"),
  files: z
    .array(z.object({ file: z.string(), edits: z.number(), sessions: z.number(), lastAt: time }))
    .describe("Of a folder: what was changed in it, most edits first"),
  failures: z
    .array(
      z.object({
        sessionId: z.string(),
        at: time,
        what: z.string(),
        error: z.string(),
        fix: z.string().nullable(),
      }),
    )
    .describe("Newest first"),
  memories: z.array(
    z.object({ uri: z.string(), content: z.string(), priority: z.number(), updatedAt: time }),
  ),
  hasMore: z.boolean().describe("There are older sessions"),
});
